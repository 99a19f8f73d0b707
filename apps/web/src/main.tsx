import './connection/without-eval.ts'
import { createRoot } from 'react-dom/client'
import './look/fonts.css'
import './look/tokens.css'
import './look/base.css'
import { App } from './app/app.tsx'
import { PageContext } from './app/context.ts'
import { createSession } from './app/session.ts'
import { connect } from './connection/connection.ts'
import { createOutbox } from './connection/outbox.ts'
import { createConversations } from './conversations/conversations.ts'
import { createWorkflows } from './conversations/workflows.ts'
import { loadDialogs } from './look/later-sheet.tsx'

const connection = connect()
const conversations = createConversations(connection)
const workflows = createWorkflows(connection)
const outbox = createOutbox(sessionStorage, localStorage)
const session = createSession(connection, outbox, conversations)

const root = document.getElementById('root')
if (root === null) throw new TypeError('the page has no root')
createRoot(root).render(
  <PageContext value={{ connection, conversations, workflows, session }}>
    <App />
  </PageContext>
)

setTimeout(() => void loadDialogs().catch(() => {}), 500)
