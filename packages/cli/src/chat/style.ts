/** How the chat sets its words apart; each function returns the text as it is where colour is off. */
export type Style = Readonly<
  Record<'agent' | 'faint' | 'strong' | 'wrong', (text: string) => string>
>

const CODES = { agent: 36, faint: 2, strong: 1, wrong: 31 } as const

/** @param colour false on anything but a terminal, and where `NO_COLOR` is set */
export function styled(colour: boolean): Style {
  const paint =
    (code: number) =>
    (text: string): string =>
      colour && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text
  return {
    agent: paint(CODES.agent),
    faint: paint(CODES.faint),
    strong: paint(CODES.strong),
    wrong: paint(CODES.wrong)
  }
}
