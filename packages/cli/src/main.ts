import { readFileSync } from 'node:fs'
import { AGENT_REPORT_INSTRUCTIONS } from '@turnwise/contracts'
import { Command, InvalidArgumentError } from 'commander'
import { chatCommand } from './chat/command.ts'
import { historyExportCommand } from './history/export-command.ts'
import { forkCommand } from './history/fork-command.ts'
import { type ReplayCommand, replayCommand } from './history/replay-command.ts'
import { type ParseCommand, parseCommand } from './parse/command.ts'
import { runProgram } from './program.ts'
import { type ReportCheckCommand, reportCheckCommand } from './report/command.ts'
import { addWorkflowCommands } from './workflow/command.ts'

/** Spawned, never imported: nothing stands above the server. */
const SERVER = '@turnwise/server'

/** Where `npm start` serves. */
const LOCAL = 'http://127.0.0.1:3000'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads the output may stop when they have seen enough: `turnwise parse … | head`.
  if (error.code === 'EPIPE') process.exit()
  const why = error.code === 'ENOSPC' ? 'there is no space left where it goes' : error.message
  process.stderr.write(`The output cannot be written: ${why}.\n`)
  process.exit(2)
})

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8')
)

const program = new Command('turnwise')
  .version(version, '--version', 'print the version')
  .description('Turns whatever an AI agent says into validated, durable workflow state.')
  .showHelpAfterError()
  // Scripts tell wrong usage from what a command found.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

const streams = { input: process.stdin, output: process.stdout, errors: process.stderr }

program
  .command('chat')
  .description('hold a conversation with a running server')
  .option('--url <url>', 'where the server is', LOCAL)
  .option('--workflow <id>', 'what to start; the default of the server when absent')
  .action(async ({ url, workflow }: { url: string; workflow?: string }) => {
    process.exitCode = await chatCommand({
      url,
      ...(workflow === undefined ? {} : { workflow }),
      input: process.stdin,
      output: process.stdout,
      colour: !process.env.NO_COLOR
    })
  })

program
  .command('parse')
  .description(
    'read the data out of a reply; exits with 0 (structured), 3 (passthrough), 4 (parse error) or 2 (usage)'
  )
  .argument('[file]', 'the reply; - is the standard input', '-')
  .option(
    '--schema <file>',
    'what the data must fit: JSON Schema, or a module that exports a schema'
  )
  .option('--explain', 'show where the data stood, every repair, and what else was tried')
  .option('--stream', 'show the data while the reply arrives')
  .option('--strict', 'accept nothing but valid JSON as the whole text')
  .option('--json', 'print the outcome as JSON; with --stream one line for each chunk')
  .action(async (file: string, options: Omit<ParseCommand, 'file' | keyof typeof streams>) => {
    process.exitCode = await parseCommand({ file, ...options, ...streams })
  })

const report = program.command('report').description('the report of a coding agent')

report
  .command('check')
  .description(
    'check a report, and what it claims; exits with 0 (valid), 1 (no report), 3 (claims do not hold) or 2 (usage)'
  )
  .argument('[file]', 'the reply; - is the standard input', '-')
  .option('--strict', 'accept nothing but the JSON of the report as the whole text')
  .option('--git <folder>', 'hold the named files against this git work tree')
  .option('--base <revision>', 'with --git: what the work tree is compared with; HEAD when absent')
  .option('--complete', 'with --git: every changed file must be named')
  .option('--json', 'print the result as JSON')
  .action(
    async (file: string, options: Omit<ReportCheckCommand, 'file' | keyof typeof streams>) => {
      process.exitCode = await reportCheckCommand({ file, ...options, ...streams })
    }
  )

report
  .command('instructions')
  .description('print what to put into the instructions of an agent')
  .action(() => {
    process.stdout.write(`${AGENT_REPORT_INSTRUCTIONS}\n`)
  })

program
  .command('replay')
  .description(
    'read the stored replies of a conversation again and print what would have changed; exits with 0 (nothing), 3 (something) or 2 (usage)'
  )
  .argument('<history>', 'id of a conversation, or a file made by `history export`; - is the input')
  .option('--workflow <file>', 'another workflow: a file, or an id')
  .option('--schema <file>', 'another schema of what is collected')
  .option('--folder <folder>', 'where workflow files are', process.env.WORKFLOWS ?? 'workflows')
  .option('--url <url>', 'where the server is', LOCAL)
  .option('--json', 'print one line of JSON for each turn')
  .action(async (from: string, options: Omit<ReplayCommand, 'history' | keyof typeof streams>) => {
    process.exitCode = await replayCommand({ history: from, ...options, ...streams })
  })

program
  .command('fork')
  .description('open a conversation that goes on after a turn of another one, and print its id')
  .argument('<conversation>', 'its id')
  .option('--turn <number>', 'the turn after which to go on; the last one when absent', wholeNumber)
  .option('--url <url>', 'where the server is', LOCAL)
  .action(async (conversation: string, options: { turn?: number; url: string }) => {
    process.exitCode = await forkCommand({ conversation, ...options, ...streams })
  })

const history = program.command('history').description('what is kept of a conversation')

history
  .command('export')
  .description(
    'print every turn of a conversation as JSON Lines; exits with 0, or 2 (not to be had)'
  )
  .argument('<conversation>', 'its id')
  .option('--url <url>', 'where the server is', LOCAL)
  .action(async (conversation: string, { url }: { url: string }) => {
    process.exitCode = await historyExportCommand({ conversation, url, ...streams })
  })

addWorkflowCommands(program)

program
  .command('serve')
  .description('run the server; it is configured by the environment (docs/configuration.md)')
  .action(async () => {
    process.exitCode = await runProgram(import.meta.resolve(SERVER), [])
  })

program
  .command('emulator')
  .description('run the simulated agent by itself')
  .argument('[options...]', 'options of the emulator, such as --port 4000')
  .allowUnknownOption()
  .action(async (options: string[]) => {
    process.exitCode = await runProgram(import.meta.resolve('@turnwise/emulator'), options)
  })

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It should be a number from 1 on.')
}

await program.parseAsync()
