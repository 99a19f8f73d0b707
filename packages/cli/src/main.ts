import { Command } from 'commander'
import { chatCommand } from './chat/command.ts'
import { runProgram } from './program.ts'

/** Spawned, never imported: nothing stands above the server. */
const SERVER = '@turnwise/server'

const program = new Command('turnwise')
  .description('Turns whatever an AI agent says into validated, durable workflow state.')
  .showHelpAfterError()

program
  .command('chat')
  .description('hold a conversation with a running server')
  .option('--url <url>', 'where the server is', 'http://127.0.0.1:3000')
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

await program.parseAsync()
