import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type SimulatedAgent = {
  /** Where the Copilot Studio channel finds the agent that plays a scenario, as things stand. */
  urlFor: (scenario: string) => string
  /** Starts the agent again when it is gone; rejects when it does not answer. */
  check: () => Promise<void>
  /** Ends the agent's process. */
  stop: () => Promise<void>
}

export type SimulatedAgentOptions = {
  /** The emulator's program. */
  program: string
  /** Folder in which the running emulator is noted. */
  folder: string
  /** File of the template with which queries are written, when that is no named format. */
  template: string | undefined
}

const AGENT_PATH = '/copilotstudio/dataverse-backed/authenticated/bots'
const PRODUCT = 'turnwise-emulator'
/** Pause between two pieces of an answer, so that streaming can be seen. */
const STEP_MS = 15
const START_TIMEOUT = 20_000
const HEALTH_TIMEOUT = 2_000
/** Well below the time after which the emulator thinks it is forgotten. */
const VISIT_INTERVAL = 15_000

/**
 * Runs the simulated agent as a process of its own, and starts another when that one is gone.
 *
 * It outlives this process when that is killed: the next one finds it by the note in the folder, and
 * with it the conversations it has had.
 */
export async function simulatedAgent({
  program,
  folder,
  template
}: SimulatedAgentOptions): Promise<SimulatedAgent> {
  const note = join(folder, 'emulator.json')
  const startNoted = async (): Promise<string> => {
    const url = await start(program, template)
    await mkdir(folder, { recursive: true })
    await writeFile(note, `${JSON.stringify({ url, template })}\n`)
    return url
  }
  const noted = await notedUrl(note, template)
  let base = noted !== null && isProcess(await health(noted)) ? noted : await startNoted()

  const visit = async (): Promise<void> => {
    const answer = await health(base)
    if (isProcess(answer)) return
    // One that is only slow has the conversations of everybody, so it is left to come back.
    if (answer === 'silent') throw new Error('the simulated agent does not answer')
    base = await startNoted()
  }
  let visiting: Promise<void> | undefined
  const check = (): Promise<void> => {
    visiting ??= visit().finally(() => {
      visiting = undefined
    })
    return visiting
  }
  // A visit that fails is followed by the next one.
  const visits = setInterval(() => check().catch(() => {}), VISIT_INTERVAL).unref()

  return {
    urlFor: scenario => `${base}${AGENT_PATH}/${encodeURIComponent(scenario)}`,
    check,
    stop: async () => {
      clearInterval(visits)
      await visiting?.catch(() => {})
      const pid = await health(base)
      if (isProcess(pid)) process.kill(pid, 'SIGTERM')
      await rm(note, { force: true })
    }
  }
}

async function notedUrl(note: string, template: string | undefined): Promise<string | null> {
  try {
    const noted = JSON.parse(await readFile(note, 'utf8')) as { url?: unknown; template?: unknown }
    const { url } = noted
    // One that reads other queries would not understand ours.
    if (noted.template !== template) return null
    // The note is a file like any other: it may not send this server anywhere but to this machine.
    return typeof url === 'string' && /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(url) ? url : null
  } catch {
    return null
  }
}

/** The process id of an emulator; or that there is none, or one that does not answer in time. */
type Health = number | 'gone' | 'silent'

const isProcess = (health: Health): health is number => typeof health === 'number'

async function health(base: string): Promise<Health> {
  try {
    const response = await fetch(`${base}/_emulator/health`, {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT),
      redirect: 'error'
    })
    const { product, pid } = (await response.json()) as { product?: unknown; pid?: unknown }
    return product === PRODUCT && Number.isSafeInteger(pid) ? Number(pid) : 'gone'
  } catch (error) {
    return (error as { name?: unknown }).name === 'TimeoutError' ? 'silent' : 'gone'
  }
}

async function start(program: string, template: string | undefined): Promise<string> {
  const reading = template === undefined ? [] : ['--template', template]
  const child = spawn(
    process.execPath,
    [...conditions(), program, '--port', '0', '--step-ms', String(STEP_MS), ...reading],
    { detached: true, stdio: ['ignore', 'pipe', 'ignore'] }
  )
  child.unref()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const timer = setTimeout(
    () => reject(new Error('the simulated agent did not start')),
    START_TIMEOUT
  )
  child.once('error', reject)
  child.once('exit', code => reject(new Error(`the simulated agent ended with code ${code}`)))
  createInterface(child.stdout).once('line', resolve)
  try {
    const { url } = JSON.parse(await promise) as { url: string }
    return url
  } catch (error) {
    child.kill()
    throw error
  } finally {
    clearTimeout(timer)
    child.removeAllListeners()
    child.stdout.destroy()
  }
}

/** The child resolves packages as this process does. */
const conditions = (): string[] =>
  process.execArgv.filter(argument => argument.startsWith('--conditions'))
