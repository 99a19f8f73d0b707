import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, visit } from './support/browser.ts'
import { type House, openHouse } from './support/house.ts'
import {
  answers,
  begin,
  booked,
  checked,
  collected,
  conversation,
  greeting,
  heard,
  message,
  say,
  settled,
  toCard,
  toSummary,
  transcriptOf
} from './support/travel.ts'

let house: House
let browser: Browser
beforeAll(async () => {
  house = await openHouse()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

/** What every way through the travel request has to lead to. */
const expected = [
  /^assistant: Hello, I am a simulated travel agent\. Where would you like to travel\?$/,
  /^user: I want to go to Lisbon$/,
  /^assistant: .*On which day do you leave/,
  /^user: 1 December 2026$/,
  /^assistant: .*On which day do you come back/,
  /^user: 5 December 2026$/,
  /^assistant: .*How many people travel/,
  /^user: 2$/,
  /^assistant: .*What is the purpose/,
  /^user: customer visit$/,
  /^assistant: .*Please check your travel request/,
  /^assistant: .*This card can no longer be sent\.$/,
  /^user: Confirm\nnote: Window seat$/,
  /^assistant: Your trip to Lisbon is booked/
]

let first: string[] | null = null
async function expectSame(page: Page): Promise<void> {
  const transcript = await transcriptOf(page)
  expect(transcript).toHaveLength(expected.length)
  for (const [index, line] of transcript.entries()) expect(line).toMatch(expected[index] ?? /^$/)
  first ??= transcript
  expect(transcript).toEqual(first)
  // What is read from the server again is what stood there.
  await page.reload()
  await heard(page, booked)
  expect(await transcriptOf(page)).toEqual(first)
  expect(await collected(page)).toContain('Window seat')
}

describe('[W1.1] [W1.2] the travel request from the first message to the summary', () => {
  it('by mouse', async () => {
    const { page, context, complaints } = await visit(browser, house.url)
    const send = page.getByRole('button', { name: 'Send' })
    await page.goto(house.url)
    await page.getByRole('button', { name: 'Travel request', exact: true }).click()
    await heard(page, greeting)
    for (const one of answers) {
      await message(page).fill(one.say)
      await send.click()
      await heard(page, one.asked)
    }
    await page.getByRole('button', { name: 'Customer visit' }).click()
    await heard(page, checked)
    await page.getByLabel('Note (optional)').fill('Window seat')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await heard(page, booked)
    await expectSame(page)
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('by keyboard alone', async () => {
    const { page, context } = await visit(browser, house.url)
    const { keyboard } = page
    await page.goto(house.url)
    await page.getByRole('button', { name: 'Travel request', exact: true }).waitFor()
    await tabTo(page, 'Travel request')
    await keyboard.press('Enter')
    await heard(page, greeting)
    await tabTo(page, 'Message')
    for (const one of answers) {
      // The focus has stayed where the person writes, through the whole turn.
      expect(await focused(page)).toBe('Message')
      await keyboard.type(one.say)
      await keyboard.press('Enter')
      await heard(page, one.asked)
    }
    await tabTo(page, 'Customer visit', 'Shift+Tab')
    await keyboard.press('Enter')
    await heard(page, checked)
    expect(await focused(page)).toBe('Message')
    await tabTo(page, 'Note (optional)', 'Shift+Tab')
    await keyboard.type('Window seat')
    await tabTo(page, 'Confirm')
    await keyboard.press('Space')
    await heard(page, booked)
    await tabTo(page, 'Copy as JSON')
    await expectSame(page)
    await context.close()
  })

  it('at 320 px by touch, without scrolling sideways', async () => {
    const { page, context } = await visit(browser, house.url, {
      width: 320,
      height: 640,
      touch: true
    })
    await page.goto(house.url)
    await page.getByRole('button', { name: 'Travel request', exact: true }).tap()
    await heard(page, greeting)
    for (const one of answers) {
      await message(page).fill(one.say)
      await page.getByRole('button', { name: 'Send' }).tap()
      await heard(page, one.asked)
      await expectNarrow(page)
    }
    await page.getByRole('button', { name: 'Customer visit' }).tap()
    await heard(page, checked)
    await expectNarrow(page)
    await page.getByRole('button', { name: 'State', exact: true }).tap()
    await page.getByRole('dialog').getByText('Waiting for your confirmation').first().waitFor()
    await expectNarrow(page)
    await page.getByRole('button', { name: 'Close' }).tap()
    await page.getByLabel('Note (optional)').fill('Window seat')
    await page.getByRole('button', { name: 'Confirm' }).tap()
    await heard(page, booked)
    await expectNarrow(page)
    await expectSame(page)
    await context.close()
  })

  it('with a reload in the middle of a streamed turn', async () => {
    const { page, context, complaints } = await visit(browser, house.url)
    await begin(page, house.url)
    await house.script({ match: { text: 'Lisbon' }, stepMs: 120 })
    await say(page, answers[0].say)
    await page.locator('[data-writing]').getByText('Noted').waitFor()
    await page.reload()
    // The turn goes on where it is, and so does what is shown of it.
    await conversation(page).getByText(answers[0].say).waitFor()
    await heard(page, answers[0].asked)
    for (const one of answers.slice(1)) {
      await say(page, one.say)
      await heard(page, one.asked)
    }
    await page.getByRole('button', { name: 'Customer visit' }).click()
    await heard(page, checked)
    await page.getByLabel('Note (optional)').fill('Window seat')
    await house.script({ stepMs: 120 })
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.locator('[data-writing]').getByText('Your trip').waitFor()
    await page.reload()
    await heard(page, booked)
    await expectSame(page)
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('with the server killed and started again in the middle of a streamed turn', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    const before = await house.posted()
    await house.script({ match: { text: 'Lisbon' }, stepMs: 150 })
    await say(page, answers[0].say)
    await page.locator('[data-writing]').getByText('Noted').waitFor()
    await house.kill()
    await page.getByText('No connection to the server').waitFor()
    await house.start()
    await heard(page, answers[0].asked)
    await page.getByText('No connection to the server').waitFor({ state: 'detached' })
    const after = await house.posted()
    const times = (counts: Record<string, number>): number => counts[answers[0].say] ?? 0
    expect(times(after) - times(before)).toBe(1)
    for (const one of answers.slice(1)) {
      await say(page, one.say)
      await heard(page, one.asked)
    }
    await page.getByRole('button', { name: 'Customer visit' }).click()
    await heard(page, checked)
    await page.getByLabel('Note (optional)').fill('Window seat')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await heard(page, booked)
    await expectSame(page)
    await context.close()
  })

  it('with the card pressed while the server is down', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    await toCard(page)
    await page.getByLabel('Note (optional)').fill('Window seat')
    await house.kill()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Not sent yet').waitFor()
    await house.start()
    await heard(page, booked)
    await expectSame(page)
    await context.close()
  })
})

describe('[W1.1] answers that are one press away', () => {
  it('are yes and no where a confirmation is asked for', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    const envelope = {
      action: 'confirm',
      prompt: 'Shall I look for a hotel?',
      suggestedInputs: { type: 'confirm', choices: [] }
    }
    await house.script({ style: 'fenced', envelope })
    await say(page, 'I want to go to Lisbon')
    await heard(page, 'Shall I look for a hotel?')
    const offered = page.getByRole('list', { name: 'Suggested answers' })
    expect(await offered.getByRole('button').allInnerTexts()).toEqual(['Yes', 'No'])
    await offered.getByRole('button', { name: 'No' }).click()
    await conversation(page).getByText('no', { exact: true }).waitFor()
    await settled(page)
    await context.close()
  })

  it('are those of the message', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url, 'Small talk')
    const actions = [
      { type: 'imBack', title: 'About you', value: 'who are you' },
      { type: 'imBack', title: 'Leave', value: 'bye' }
    ]
    const activity = { type: 'message', text: 'And now?', suggestedActions: { actions } }
    await house.script({ activities: [activity], correlate: true })
    await say(page, 'hm')
    await heard(page, 'And now?')
    await page.getByRole('button', { name: 'About you' }).click()
    await heard(page, 'I answer the same words')
    expect(await page.getByRole('button', { name: 'About you' }).count()).toBe(0)
    await context.close()
  })

  it('are a calendar where a day is asked for', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    await say(page, answers[0].say)
    await heard(page, answers[0].asked)
    await page.getByLabel('Choose a day', { exact: true }).last().fill('2026-12-01')
    await page.getByRole('button', { name: 'Use this day' }).click()
    await heard(page, answers[1].asked)
    await conversation(page).getByText('2026-12-01', { exact: true }).waitFor()
    await context.close()
  })
})

describe('[W1.4] what a finished conversation can be taken along as', () => {
  it('JSON and Markdown, as files and in the clipboard', async () => {
    const { page, context } = await visit(browser, house.url)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await begin(page, house.url)
    await toSummary(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save JSON' }).click()
    const stream = await (await download).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const saved = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    expect(saved).toMatchObject({
      workflowId: 'travel-request',
      status: 'completed',
      result: 'success',
      data: { destination: 'Lisbon', travellers: 2, note: 'Window seat' }
    })
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    await page.getByText('is in the clipboard').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('| Destination | Lisbon |')
    await page.getByRole('button', { name: 'New conversation' }).last().click()
    await page.getByRole('heading', { name: 'What would you like to do?' }).waitFor()
    await settled(page)
    await context.close()
  })
})

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null) return ''
    const labelled = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join('')
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined
    const name = labelled || label?.textContent || element.getAttribute('aria-label')
    return (name || element.textContent || '').trim()
  })

async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    if ((await focused(page)) === name) return
    await page.keyboard.press(key)
  }
  throw new Error(`${name} cannot be reached with ${key}`)
}

async function expectNarrow(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
      .map(one => `${one.tagName} ${one.className} ${one.getBoundingClientRect().right}`)
  )
  expect(wide).toEqual([])
}
