export { createServer, type RequestRecord, type Server, type ServerOptions } from './server.ts'
