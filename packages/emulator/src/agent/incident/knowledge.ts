import type { Citation } from '@turnwise/schema'

export type Category = 'network' | 'email' | 'printer' | 'access' | 'other'

/** One piece of advice, and where it stands. */
export interface Advice {
  solution: string
  source: Citation
}

const words: readonly (readonly [Category, RegExp])[] = [
  ['network', /\b(?:network|wi-?fi|vpn|internet|connection)\b/i],
  ['email', /\b(?:e-?mails?|inbox|outlook|calendar)\b/i],
  ['printer', /\b(?:print(?:er|ing|s)?|paper|toner)\b/i],
  ['access', /\b(?:password|account|log ?in|sign ?in|access|locked)\b/i]
]

/** What a problem is about, by the words in it. */
export const categoryOf = (problem: string): Category =>
  words.find(([, pattern]) => pattern.test(problem))?.[0] ?? 'other'

const advice = (solution: string, name: string, page: string): Advice => ({
  solution,
  source: { name, url: `https://help.example.com/${page}`, abstract: solution }
})

const knowledge: Record<Category, readonly Advice[]> = {
  network: [
    advice('Forget the wireless network and join it again.', 'Wireless networks', 'network/join'),
    advice('Renew the certificate of the VPN.', 'Remote access', 'network/vpn')
  ],
  email: [
    advice('Sign out of the mail program and in again.', 'Mail', 'mail/sign-in'),
    advice('Build the index of the mailbox anew.', 'Mailbox', 'mail/index')
  ],
  printer: [
    advice('Delete what waits in the queue of the printer.', 'Printing', 'print/queue'),
    advice('Remove the printer and add it again.', 'Printers', 'print/add')
  ],
  access: [
    advice('Set a new password on the account page.', 'Passwords', 'account/password'),
    advice('Register your second factor again.', 'Second factor', 'account/factor')
  ],
  other: [
    advice('Restart the machine.', 'First aid', 'first-aid'),
    advice('Install the updates that wait.', 'Updates', 'updates')
  ]
}

/** The advice that comes after what was tried; null when there is none left. */
export const nextAdvice = (category: Category, tried: readonly string[]): Advice | null =>
  knowledge[category].find(({ solution }) => !tried.includes(solution)) ?? null
