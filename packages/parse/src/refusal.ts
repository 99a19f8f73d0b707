/** The words an agent declines with, at the start of what it says. */
const REFUSAL =
  /^\s*(?:i(?:['’]m| am)? (?:can['’]t|can ?not|won['’]t|sorry|unable|not able|afraid i can|must decline|have to decline|don['’]t feel comfortable)|(?:sorry|unfortunately), (?:i can|but i)|as an ai)/i

/** Says whether a reply without data begins the way agents decline. */
export function soundsLikeRefusal(text: string): boolean {
  return REFUSAL.test(text)
}
