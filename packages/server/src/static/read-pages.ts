import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** One file of the web app, as it is served. */
export type PageFile = {
  body: Uint8Array<ArrayBuffer>
  /** The same, compressed; null where that gains nothing. */
  compressed: Uint8Array<ArrayBuffer> | null
  contentType: string
}

/** The files of the web app by their path, such as `/assets/index-1a2b3c4d.js`. */
export type Pages = ReadonlyMap<string, PageFile>

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2'
}
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg'])
const packed = promisify(gzip)

/**
 * Reads a built web app into memory.
 *
 * A request is answered from this map alone, so no path of a request is ever a path of the disk.
 *
 * @returns null when the folder has no `index.html`: the app was not built
 */
export async function readPages(folder: string): Promise<Pages | null> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const pages = new Map<string, PageFile>()
  for (const entry of names) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const body = new Uint8Array(await readFile(file))
    const compressed = COMPRESSED.has(extname(entry.name))
      ? new Uint8Array(await packed(body))
      : null
    const path = `/${relative(folder, file).split(sep).join('/')}`
    pages.set(path, { body, compressed, contentType: type })
  }
  return pages.has('/index.html') ? pages : null
}
