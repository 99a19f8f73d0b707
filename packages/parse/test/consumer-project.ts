import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The repository, and the tools that have a lockfile of their own. */
export const root = resolve(import.meta.dirname, '../../..')
export const tools = join(root, 'scripts/published/node_modules')

/** What a program said before it ended. */
export type Run = { readonly status: number; readonly stdout: string; readonly stderr: string }

/** Runs a program to its end, without the settings of an npm that may stand around it. */
export function run(program: string, args: readonly string[], folder: string): Promise<Run> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  const options = { cwd: folder, env: Object.fromEntries(inherited), timeout: 60_000 }
  return new Promise(settle => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      settle({ status, stdout, stderr: error === null ? stderr : `${stderr}${error.message}` })
    })
  })
}

/** Runs a program that must succeed. */
export async function output(
  program: string,
  args: readonly string[],
  folder: string
): Promise<string> {
  const { status, stdout, stderr } = await run(program, args, folder)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

/** A packed package: the archive, and its files as they are in it. */
export type Packed = { readonly archive: string; readonly files: readonly string[] }

/** Packs the package in a folder as publishing it would. */
export async function pack(
  folder: string,
  destination: string,
  ...flags: string[]
): Promise<Packed> {
  const args = ['pack', '--json', '--pack-destination', destination, ...flags]
  const [packed] = JSON.parse(await output('npm', args, folder))
  const files: { path: string }[] = packed.files
  return { archive: join(destination, packed.filename), files: files.map(({ path }) => path) }
}

/** A project outside of the repository that has installed the packed package and nothing else. */
export interface ConsumerProject {
  readonly folder: string
  readonly packed: Packed
  /** Where the package lies in it. */
  readonly installed: string
  remove(): Promise<void>
}

export async function newConsumerProject(): Promise<ConsumerProject> {
  const temporary = await mkdtemp(join(tmpdir(), 'turnwise-consumer-'))
  const packed = await pack(resolve(import.meta.dirname, '..'), temporary)
  const folder = join(temporary, 'project')
  await cp(join(import.meta.dirname, 'consumer'), folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await output('npm', ['install', '--offline', '--no-audit', '--no-fund', packed.archive], folder)
  const modules = join(folder, 'node_modules')
  // What the page about the package uses beside it.
  await symlink(join(root, 'node_modules/zod'), join(modules, 'zod'), 'junction')
  await mkdir(join(modules, '@types'))
  await symlink(join(root, 'node_modules/@types/node'), join(modules, '@types/node'), 'junction')
  return {
    folder,
    packed,
    installed: join(modules, '@turnwise/parse'),
    remove: () => rm(temporary, { recursive: true, force: true })
  }
}
