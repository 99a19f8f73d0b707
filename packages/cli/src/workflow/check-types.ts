import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** What the TypeScript compiler says of a file; null where there is no compiler. */
export async function typeProblems(file: string): Promise<readonly string[] | null> {
  const compiler = compilerFor(file)
  if (compiler === null) return null
  const options = [
    ...[
      '--noEmit',
      '--pretty',
      'false',
      '--strict',
      '--skipLibCheck',
      '--noUncheckedIndexedAccess'
    ],
    ...['--target', 'es2024', '--module', 'nodenext', '--moduleDetection', 'force'],
    ...['--allowImportingTsExtensions', '--erasableSyntaxOnly', '--verbatimModuleSyntax'],
    ...['--customConditions', '@turnwise/source', '--ignoreConfig']
  ]
  const { promise, resolve: done } = Promise.withResolvers<string>()
  execFile(process.execPath, [compiler, ...options, file], (error, stdout, stderr) =>
    done(error === null ? '' : stdout || stderr || error.message)
  )
  return (await promise)
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => line.replace(/^(.*)\((\d+),(\d+)\): error /, '$1:$2:$3: '))
}

function compilerFor(file: string): string | null {
  try {
    const manifest = createRequire(resolve(file)).resolve('typescript/package.json')
    return join(dirname(manifest), 'bin', 'tsc')
  } catch {
    return null
  }
}
