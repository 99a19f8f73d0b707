export type { StyleName } from './agent/express/index.ts'
export { styleNames } from './agent/express/index.ts'
export { scenarioNames } from './agent/scenarios.ts'
export { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts'
export { type ListenOptions, type RunningEmulator, startEmulator } from './listen.ts'
export type { MessageCounts } from './log/message-counter.ts'
export type { LoggedRequest, LogView } from './log/request-log.ts'
export {
  type Behaviour,
  behaviour,
  type Script,
  type ScriptInput,
  script
} from './script/behaviour.ts'
export { type Fault, fault } from './script/fault.ts'
export type { Activity } from './wire/activity.ts'
