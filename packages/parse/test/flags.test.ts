import { describe, expect, it } from 'vitest'
import { parseReply } from '../src/index.ts'

describe('flags', () => {
  it.each([
    'I’m sorry, but I can’t help with that.',
    "I'm sorry. I can't help with that.",
    "I'm not able to share that information.",
    'I am unable to help.',
    'Sorry, I can’t assist with that.',
    "I won't be able to do this.",
    'I must decline this request.',
    'I cannot comply with this request.',
    "Unfortunately, I can't provide medical advice.",
    "As an AI language model, I don't have opinions.",
    'This request violates our content policy.',
    'Je suis désolé, mais je ne peux pas vous aider.',
    'Lo siento, no puedo ayudarte con eso.',
    'Ich kann dabei leider nicht helfen.',
    'Desculpe, não posso ajudar com isso.',
    'Mi dispiace, non posso aiutarti.',
    'Ik kan je daar niet mee helpen.',
    'К сожалению, я не могу помочь с этим.',
    'Lo siento, no puedo.',
    'Lo siento, pero no puedo hacer eso.',
    'Je suis désolée, je ne peux pas.',
    'Désolé, mais je ne peux pas faire cela.',
    'Desculpe, não posso.',
    'Mi dispiace, non posso farlo.',
    'Es tut mir leid, das kann ich nicht.',
    'Leider kann ich das nicht tun.',
    'Het spijt me, dat kan ik niet doen.',
    'Извините, я не могу.',
    '申し訳ありませんが、お手伝いできません。',
    '抱歉，我无法协助您。',
    '죄송하지만 도와드릴 수 없습니다.'
  ])('[P7.5] hear a refusal in %j', said => {
    expect(parseReply(said).flags.refusal).toBe(true)
  })

  it.each([
    "I'm sorry for the delay. Your order ships today.",
    "I'm sorry to hear that! Here is how to fix it: restart.",
    'Sorry about that, it is fixed now.',
    "I can't wait to show you this!",
    'I cannot stress enough how useful this is.',
    "I can't find order 12 but I can share order 13.",
    "I can't reproduce the bug on my machine.",
    "I won't bore you with details.",
    'You cannot miss it.',
    'Unable to connect is a common error; restart the router.',
    "If I can't help you, call 123.",
    'As an AI assistant, I am happy to help.',
    'No puedo esperar a verte.',
    'Das Kabel kann hier nicht stecken.',
    'Leider kann der Zug heute nicht pünktlich fahren.',
    'Lo siento por la espera, su pedido llega hoy.',
    'Lo siento, no puedo encontrar el pedido 12, pero sí el 13.',
    'Desculpe a demora. Aqui está.',
    'Извините за задержку.',
    'Why not help yourself?'
  ])('[P7.5] hear none in %j', said => {
    expect(parseReply(said).flags.refusal).toBe(false)
  })

  const EMPTY = '{"city":"","nights":0,"tags":[],"guest":{"name":null,"vip":false}}'
  it.each([
    `I cannot help with that. ${EMPTY}`,
    `${EMPTY}\n\nI'm sorry, but I can't help with that.`,
    `Ich kann dabei leider nicht helfen.\n\`\`\`json\n${EMPTY}\n\`\`\``,
    "I can't assist with this: {}"
  ])('[P7.5] hear a refusal around data that says nothing, which is not sure: %s', said => {
    for (const schema of [undefined, { type: 'object' }]) {
      const outcome = parseReply(said, schema && { schema })
      expect(outcome).toMatchObject({ kind: 'structured', flags: { refusal: true } })
      expect(outcome).not.toMatchObject({ confidence: 'high' })
    }
  })

  it.each([
    'I cannot help with that. {"city":"Rome","nights":0}',
    EMPTY,
    `Nothing is known yet:\n${EMPTY}`,
    '{"reason":"I cannot help with that."}'
  ])('[P7.5] hear none around data that says something, or in it: %s', said => {
    expect(parseReply(said)).toMatchObject({ confidence: 'high', flags: { refusal: false } })
  })

  it('[P7.4] know why providers stop a model', () => {
    const flagsOf = (finishReason: string) => parseReply('{"a":1}', { finishReason }).flags
    const cut =
      'length max_tokens MAX_TOKENS max_output_tokens model_length maxTokens token_limit incomplete model_context_window_exceeded'
    for (const reason of cut.split(' '))
      expect([reason, flagsOf(reason).truncated]).toEqual([reason, true])
    const refused = 'content_filter SAFETY refusal PROHIBITED_CONTENT guardrail_intervened'
    for (const reason of refused.split(' '))
      expect([reason, flagsOf(reason).refusal]).toEqual([reason, true])
    for (const reason of 'stop end_turn STOP tool_calls stop_sequence eos_token'.split(' ')) {
      expect([reason, flagsOf(reason)]).toMatchObject([
        reason,
        { truncated: false, refusal: false }
      ])
    }
  })
})
