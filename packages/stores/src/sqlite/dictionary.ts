/** An entry with nothing in it: what all entries have in common. */
const skeleton = {
  surface: null,
  path: '',
  rule: '',
  spans: [],
  repairs: [],
  outcome: 'committed',
  workflow: { id: '', version: 1 },
  turn: 1,
  tid: '',
  route: 'send',
  input: { kind: 'text', text: '', constraints: [] },
  queries: [
    '[CONTEXT ]\nPhase: \nCollected data: {}\nTurn number: \nConstraints: \n[/CONTEXT ]\n\n[USER INPUT ]\n\n[/USER INPUT ]'
  ],
  replies: [
    {
      ask: 0,
      activities: [
        '{"type":"message","id":"","timestamp":"2026-01-01T00:00:00.000Z","channelId":"pva-studio","from":{"id":"","name":"","role":"bot"},"conversation":{"id":""},"recipient":{"id":""},"textFormat":"markdown","membersAdded":[],"membersRemoved":[],"reactionsAdded":[],"reactionsRemoved":[],"locale":"en-US","text":"","speak":"","inputHint":"acceptingInput","suggestedActions":{"to":[],"actions":[]},"attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","content":{}}],"entities":[{"type":"streaminfo","streamId":"","streamType":"final","streamSequence":1}],"channelData":{"streamType":"final","streamId":"","streamSequence":1,"feedbackLoop":{"type":"default"}},"replyToId":"","listenFor":[],"textHighlights":[]}'
      ],
      whole: true,
      recovered: false,
      ref: '',
      receivedAt: '',
      milliseconds: 0
    }
  ],
  parsed: {
    kind: 'passthrough',
    data: null,
    nextAction: null,
    nextPrompt: null,
    displayMessages: [{ kind: 'text', text: '', citations: [], suggestedActions: [] }],
    surface: null,
    trust: 'low',
    confidence: 'low',
    score: 0,
    agentConfidence: null,
    step: null,
    phase: null,
    progress: null,
    suggestedInputs: null,
    citations: [],
    parseErrors: [],
    report: {
      kind: 'passthrough',
      flags: {
        refusal: false,
        empty: false,
        silentFailure: false,
        truncated: false,
        limits: []
      }
    }
  },
  failure: null,
  messages: [
    {
      id: '1-0',
      role: 'user',
      kind: 'text',
      citations: [],
      suggestedActions: [],
      text: '',
      createdAt: ''
    },
    { id: '1-1', role: 'assistant', kind: 'text', text: '', createdAt: '' }
  ],
  patch: [
    { op: 'add', path: '/data/', value: '' },
    { op: 'replace', path: '/provenance/', value: { origin: 'agent', surface: 'text', turn: 1 } },
    { op: 'replace', path: '/progress', value: 0.5 },
    { op: 'replace', path: '/lastAction', value: 'ask' },
    { op: 'replace', path: '/lastRecommendation', value: '' },
    { op: 'replace', path: '/turnCount', value: 1 }
  ],
  snapshot: null,
  timings: { agent: 0, store: 0, parse: 0, total: 0 },
  fence: 1_790_000_000_000_000,
  at: '2026-01-01T00:00:00.000Z',
  previous: '',
  hash: ''
}

/**
 * What compressed entries begin from, so that a short one does not pay for the names of its fields.
 * Part of the file format: changing one byte makes what was written before unreadable.
 */
export const dictionary = Buffer.from(JSON.stringify(skeleton))
