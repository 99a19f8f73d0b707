/**
 * What the JSON of entries and records says again and again, the most frequent last: compression
 * begins with it instead of with nothing.
 *
 * Stored bytes refer to it, so it never changes; another one would need a byte of its own in front.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1950 preset dictionary
 */
export const dictionary: Uint8Array = Buffer.from(
  [
    '{"tid":"","route":"send","fingerprint":"","input":null,"state":"entered","workflow":{"id":"',
    '","version":1},"base":,"attempts":1,"admittedAt":"2026-","queries":[],"handles":null,',
    '"replies":[],"late":null,"turn":,"failure":null,"end":{"fence":17,"next":null},"expiresAt":17',
    '"route":"card-action","route":"orchestrate","route":"start","outcome":"uncertain",',
    '"outcome":"stopped","outcome":"failed","input":{"kind":"start","locale":"en-US","seed":{}},',
    '"input":{"kind":"card","cardId":"card-","actionId":"","inputs":{',
    '"failure":{"code":"ERR_CHANNEL_REJECTED","message":"The agent ","details":{"status":',
    '"snapshot":{"status":"active","result":null,"step":"start","phase":null,"data":{},',
    '"provenance":{},"progress":null,"progressEstimated":true,"turnCount":0,"lastAction":null,',
    '"lastRecommendation":null,"suggestedInputs":null,"mode":"ai-driven","missing":[],',
    '"openCards":[],"consumedCards":[]},{"origin":"agent","surface":"value","turn":',
    '"contentType":"application/vnd.microsoft.card.adaptive","content":{"type":"AdaptiveCard",',
    '"version":"1.5","body":[{"type":"TextBlock","text":"","wrap":true}],"actions":[{"type":',
    '"Action.Submit","title":""{"kind":"card","cardId":"card-","card":{"type":"AdaptiveCard"',
    '{\\"type\\":\\"message\\",\\"id\\":\\"","\\"timestamp\\":\\"2026-","\\"channelId\\":\\"',
    'pva-studio\\",\\"conversation\\":{\\"id\\":\\"\\"},\\"from\\":{\\"id\\":\\"\\",\\"name\\":\\"\\",',
    '\\"role\\":\\"bot\\"},\\"recipient\\":{\\"id\\":\\"\\",\\"role\\":\\"user\\"},\\"locale\\":\\"en-US\\",',
    '\\"replyToId\\":\\"\\",\\"text\\":\\"\\",\\"textFormat\\":\\"markdown\\",\\"inputHint\\":\\"',
    'acceptingInput\\",\\"attachments\\":[],\\"entities\\":[],\\"value\\":{\\"action\\":\\"ask\\",',
    '\\"data\\":{\\"',
    '{"turn":,"tid":"","route":"send","outcome":"committed","input":{"kind":"text","text":"',
    '","constraints":[]},"workflow":{"id":"","version":1},"queries":["[CONTEXT ]\\nPhase: start\\n',
    'Collected data: {\\"\\nTurn number: \\nConstraints: [\\"[/CONTEXT ]\\n\\n[USER INPUT ]\\n',
    '\\n[/USER INPUT ]"],"replies":[{"ask":0,"activities":["{\\"type\\":\\"message\\",\\"id\\":\\"',
    '}"],"whole":true,"recovered":false,"ref":"","receivedAt":"2026-","milliseconds":',
    '}],"parsed":{"kind":"unstructured","parsed":{"kind":"structured","data":{},"nextAction":"ask",',
    '"nextPrompt":null,"displayMessages":[{"kind":"text","text":"","citations":[],',
    '"suggestedActions":[]}],"surface":"value","trust":"high","confidence":"high","score":1,',
    '"agentConfidence":null,"step":null,"phase":null,"progress":null,"suggestedInputs":null,',
    '"citations":[],"parseErrors":[],"report":null},"failure":null,"messages":[{"id":"-0",',
    '"role":"user","kind":"text","citations":[],"suggestedActions":[],"text":"","createdAt":"2026-',
    '"},{"id":"-1","role":"assistant","kind":"text","text":"","citations":[],',
    '"suggestedActions":[],"createdAt":"2026-"}],"patch":[{"op":"add","path":"/data/","value":',
    '},{"op":"replace","path":"/provenance/","path":"/step","path":"/phase","path":"/progress",',
    '{"op":"replace","path":"/turnCount","value":},{"op":"replace","path":"/lastAction","value":"',
    '{"op":"replace","path":"/lastRecommendation","value":"{\\"}"}],"snapshot":null,"timings":{',
    '"agent":,"store":,"parse":0.,"total":},"fence":17,"at":"2026-","previous":"","hash":"'
  ].join('')
)
