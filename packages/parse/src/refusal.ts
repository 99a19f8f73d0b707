/** The words agents decline with: that they cannot, and what, or that they are sorry for it. */
const REFUSALS = [
  /(?:^|[,.!:;–—-]\s*|(?:but|afraid|sorry) )(?:i|we)(?:'m|'re| am| are)? (?:can(?:'t| ?not)|won't|will not|unable|not (?:able|allowed|comfortable))(?: (?:to|be|able|\w+ly))* (?:help|assist|compl|provid|shar|do\b|answer|discuss|fulfil|creat|generat|writ|respond|continu|engag)/,
  /\bi (?:must|have to|need to) (?:\w+ )?decline|\bi don't feel comfortable|^as an ai\b.{0,40} (?:can|do)(?:n't|'t| ?not)|(?:request|content|question|prompt|this|that) (?:violates|is against) (?:our|my|the) .{0,30}(?:polic|guideline)/,
  /(?:ne (?:peux|puis) pas|no p(?:uedo|odemos)|n(?:ão|on) poss\p{L}+|k(?:ann|önnen) .{0,30}nicht|kan .{0,30}niet|не мо(?:гу|жем)) .{0,25}(?:aid|a[ijy]u[dt]|hel[fp]|помо|ответ|r[eéi]s?pon|antwort|provid|fourn|forn|proporc)/u,
  /(?:lo siento|désol|desculp|dispiace|leid|spijt|сожал|извин)[^.!?\n]{0,20}(?:no puedo|ne peux pas|n(?:ão|on) posso|kann(?: \p{L}+){0,2} nicht|kan(?: \p{L}+){0,2} niet|не могу)(?: (?:hacer|fai|fa[rz]|tun|machen|doen|это|с?делать)[^.!?\n]{0,12})?\s*(?:[.!\n]|$)/u,
  /(?:手伝い|答え|対応|提供).{0,8}でき(?:ません|かね)|(?:无法|無法|不能).{0,6}(?:[协協]助|[帮幫]|提供|回答)|(?:도[와움]|답변).{0,10}수 없/
]

/** Says whether a reply without data begins the way agents decline. */
export function soundsLikeRefusal(text: string): boolean {
  const start = text.trimStart().slice(0, 160).replaceAll('’', "'").toLowerCase()
  return REFUSALS.some(words => words.test(start))
}
