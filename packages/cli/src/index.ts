export { type ChatCommand, chatCommand } from './chat/command.ts'
