// The words an agent declines with, at the start of what it says.
const OPENINGS = [
  "i can't",
  'i cannot',
  'i can not',
  "i won't",
  "i'm sorry",
  'i am sorry',
  "i'm unable",
  'i am unable',
  "i'm not able",
  'i am not able',
  "i'm afraid i can",
  'sorry, but i',
  'sorry, i can',
  'as an ai',
  'unfortunately, i can',
  'i must decline',
  'i have to decline',
  "i don't feel comfortable"
]

/** Says whether a reply without data begins the way agents decline. */
export function soundsLikeRefusal(text: string): boolean {
  const start = text.trimStart().slice(0, 80).toLowerCase().replaceAll('’', "'")
  return OPENINGS.some(opening => start.startsWith(opening))
}
