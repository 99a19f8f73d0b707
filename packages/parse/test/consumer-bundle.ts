import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, preview } from 'vite'
import { output } from './consumer-project.ts'

const quiet = { configFile: false, logLevel: 'error' } as const

/** Bundles the page of a project with Vite, opens it in Chromium, and gives the page it became. */
export async function pageInChromium(chromium: string, folder: string): Promise<string> {
  await build({ ...quiet, root: folder })
  const server = await preview({ ...quiet, root: folder, preview: { host: '127.0.0.1', port: 0 } })
  const profile = await mkdtemp(join(folder, 'profile-'))
  try {
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-data-dir=${profile}`,
      '--dump-dom'
    ]
    return await output(chromium, [...flags, server.resolvedUrls?.local[0] ?? ''], folder)
  } finally {
    await server.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The bytes of what a project takes from the package, bundled, minified and compressed. */
export async function bundledSize(folder: string, taken: string): Promise<number> {
  const entry = join(folder, 'taken.js')
  await writeFile(entry, `export ${taken} from '@turnwise/parse'\n`)
  const built = await build({
    ...quiet,
    root: folder,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', minify: true }
      }
    }
  })
  if (!('output' in built)) throw new TypeError('There is no bundle.')
  return gzipSync(built.output[0].code, { level: 9 }).length
}
