import type { Page } from 'playwright-core'

/** What a person says to the simulated travel agent, and what it asks after that. */
export const answers = [
  { say: 'I want to go to Lisbon', asked: 'On which day do you leave?' },
  { say: '1 December 2026', asked: 'On which day do you come back?' },
  { say: '5 December 2026', asked: 'How many people travel?' },
  { say: '2', asked: 'What is the purpose of the trip?' }
] as const

export const greeting = 'Where would you like to travel?'
export const checked = 'Please check your travel request'
export const booked = 'is booked'

export const message = (page: Page) => page.getByLabel('Message', { exact: true })
export const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' })

/** Waits until a text of the agent stands there and the turn has ended. */
export async function heard(page: Page, text: string): Promise<void> {
  await conversation(page).getByText(text).last().waitFor()
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  await page.locator('[data-writing]').waitFor({ state: 'detached' })
}

export async function begin(page: Page, url: string, workflow = 'Travel request'): Promise<void> {
  await page.goto(url)
  await page.getByRole('main').getByRole('button', { name: workflow }).click()
  await page.waitForURL(/\/c\/./)
  await settled(page)
}

export async function say(page: Page, text: string): Promise<void> {
  await message(page).fill(text)
  await message(page).press('Enter')
}

export async function sayAll(page: Page): Promise<void> {
  for (const one of answers) {
    await say(page, one.say)
    await heard(page, one.asked)
  }
}

/** From the greeting to the card. */
export async function toCard(page: Page): Promise<void> {
  await sayAll(page)
  await page.getByRole('button', { name: 'Customer visit' }).click()
  await heard(page, checked)
  await page.getByLabel('Note (optional)').waitFor()
}

export async function toSummary(page: Page): Promise<void> {
  await toCard(page)
  await page.getByLabel('Note (optional)').fill('Window seat')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await heard(page, booked)
  await page.getByRole('heading', { level: 2, name: 'Travel request' }).last().waitFor()
}

/** Who said what, without the times: what a transcript comes down to. */
export async function transcriptOf(page: Page): Promise<string[]> {
  // The renderer of cards comes after the page, and says so until then.
  await conversation(page).getByText('Preparing the card').first().waitFor({ state: 'detached' })
  return conversation(page).evaluate(region =>
    [...region.querySelectorAll('ol > li[data-speaker]')].map(item => {
      const copy = item.cloneNode(true) as HTMLElement
      for (const part of copy.querySelectorAll('time, fieldset')) part.remove()
      const speaker = (item as HTMLElement).dataset.speaker
      return `${speaker}: ${(copy.textContent ?? '').replace(/^(You|Simulated agent|Agent)/, '').trim()}`
    })
  )
}

/** The collected data beside the transcript. */
export const collected = (page: Page): Promise<string> =>
  page.locator('section[aria-labelledby=summary] dl').innerText()
