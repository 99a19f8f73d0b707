export { copilotStudioChannel } from './channel.ts'
export type { PowerPlatformCloud } from './connection-url.ts'
export type { CopilotStudioSettings } from './settings.ts'
