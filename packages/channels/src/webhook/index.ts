export { type WebhookSettings, webhookOutlet } from './webhook-outlet.ts'
