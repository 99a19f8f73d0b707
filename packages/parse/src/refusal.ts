/** The words an agent declines with, at the start of what it says. */
const OPENING =
  /^\s*(?:i (?:can't|can ?not|won't)|(?:i'm|i am) (?:sorry|unable|not able|afraid i can)|i (?:must|have to) decline|i don't feel comfortable|(?:sorry|unfortunately), (?:i can|but i)|as an ai)/

/** Says whether a reply without data begins the way agents decline. */
export function soundsLikeRefusal(text: string): boolean {
  return OPENING.test(text.trimStart().slice(0, 80).toLowerCase().replaceAll('’', "'"))
}
