import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, visit, watch } from './support/browser.ts'
import { type House, openHouse } from './support/house.ts'
import {
  answers,
  begin,
  conversation,
  heard,
  message,
  say,
  settled,
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

const timesPosted = async (text: string): Promise<number> => (await house.posted())[text] ?? 0

describe('[W1.7] a server that answers nonsense', () => {
  const nonsense = {
    'a page instead of events': { status: 200, contentType: 'text/html', body: '<h1>Hello</h1>' },
    'events that are no JSON': {
      status: 200,
      contentType: 'text/event-stream',
      body: 'event: turn-started\nid: 1-0\ndata: {{{\n\n'
    },
    'events that are not of this API': {
      status: 200,
      contentType: 'text/event-stream',
      body: 'event: turn-committed\nid: 1-0\ndata: {"messages":"yes"}\n\n'
    },
    'a gateway that is broken': { status: 502, contentType: 'text/html', body: 'Bad gateway' }
  }
  it.each(Object.entries(nonsense))(
    '%s: the message is kept and sent once',
    async (name, answer) => {
      const { page, context, complaints } = await visit(browser, house.url)
      await begin(page, house.url, 'Small talk')
      await page.route('**/api/chat/send', route => route.fulfill(answer))
      const text = `hello, ${name}`
      await say(page, text)
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      await conversation(page).getByText(text, { exact: true }).waitFor()
      expect(await timesPosted(text)).toBe(0)
      await page.unroute('**/api/chat/send')
      await page.getByRole('button', { name: 'Try again' }).click()
      await heard(page, 'nice to hear from you')
      expect(await timesPosted(text)).toBe(1)
      expect(complaints()).toEqual([])
      await context.close()
    }
  )
})

describe('[W1.2] a retry', () => {
  it('of a message whose answer was lost on the way does not send it twice', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url, 'Small talk')
    // The server takes the message every time, and the page never hears about it.
    await page.route('**/api/chat/send', async route => {
      await route.fetch().catch(() => null)
      await route.fulfill({ status: 502, contentType: 'text/html', body: 'gone' })
    })
    const text = 'hello, only once'
    await say(page, text)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/api/chat/send')
    await page.reload()
    await heard(page, 'nice to hear from you')
    expect(await timesPosted(text)).toBe(1)
    expect((await transcriptOf(page)).filter(line => line.includes(text))).toHaveLength(1)
    await context.close()
  })

  it('of a message the agent refused goes through with the same key', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url, 'Small talk')
    await house.script({ fault: { kind: 'status', status: 429, retryAfter: 1 } })
    await say(page, 'hello, refused')
    await page.getByRole('button', { name: 'Try again' }).click()
    await heard(page, 'nice to hear from you')
    await context.close()
  })

  it('can be given up: the message returns to where it was written', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url, 'Small talk')
    await house.script({ fault: { kind: 'status', status: 429, retryAfter: 1 } })
    await say(page, 'hello, taken back')
    await page.getByRole('button', { name: 'Edit the message' }).click()
    expect(await message(page).inputValue()).toBe('hello, taken back')
    expect(await message(page).evaluate(one => one === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await message(page).press('Enter')
    await heard(page, 'nice to hear from you')
    await context.close()
  })
})

describe('[W1.7] a turn that did not end with an answer', () => {
  it('is uncertain when its reply is lost, and can be written again', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    await house.script({ fault: { kind: 'drop', after: 1, lost: true } })
    await say(page, answers[0].say)
    await conversation(page).getByText('its answer was lost').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Edit and send again' }).click()
    expect(await message(page).inputValue()).toBe(answers[0].say)
    await message(page).press('Enter')
    await heard(page, answers[0].asked)
    await context.close()
  })

  it('is stopped by Escape or by the button within a second', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    for (const stop of ['key', 'button']) {
      await house.script({ stepMs: 3_000 })
      await say(page, answers[0].say)
      await page.getByRole('button', { name: 'Stop' }).isEnabled()
      await page.waitForTimeout(400)
      const began = Date.now()
      if (stop === 'key') await message(page).press('Escape')
      else await page.getByRole('button', { name: 'Stop' }).click()
      await settled(page)
      expect(Date.now() - began).toBeLessThan(2_000)
      await conversation(page).getByText('Stopped.').last().waitFor()
    }
    await say(page, answers[0].say)
    await heard(page, answers[0].asked)
    await context.close()
  })
})

describe('[W1.7] a server that has lost what was seen (412)', () => {
  it('says so, sends nothing, and goes on from what is there when the person has looked', async () => {
    const lossy = await openHouse()
    const { page, context } = await visit(browser, lossy.url)
    try {
      await begin(page, lossy.url)
      await say(page, answers[0].say)
      await heard(page, answers[0].asked)
      await lossy.kill()
      await lossy.keep()
      await lossy.start()
      await page.getByText('No connection to the server').waitFor({ state: 'detached' })
      await say(page, answers[1].say)
      await heard(page, answers[1].asked)
      // The page must not look by itself before the person does.
      await page.route('**/events', route => route.abort())
      await lossy.kill()
      await lossy.putBack()
      await page.route(/conversations\/[^/]+\?/, route => route.abort())
      await lossy.start()
      await say(page, answers[2].say)
      await page.getByText('The server holds an older copy').waitFor({ timeout: 60_000 })
      await conversation(page).getByText(answers[2].say).waitFor()
      await page.unroute(/conversations\/[^/]+\?/)
      await page.unroute('**/events')
      await page.getByRole('button', { name: 'Show what is there' }).click()
      await conversation(page).getByText(answers[1].say).waitFor({ state: 'detached' })
      expect(await message(page).inputValue()).toBe(answers[2].say)
      await message(page).fill(answers[1].say)
      await message(page).press('Enter')
      await heard(page, answers[1].asked)
    } finally {
      await context.close()
      await lossy.close()
    }
  })
})

describe('[W1.2] the network', () => {
  it('goes and comes back: what was written meanwhile is sent once, by itself', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url, 'Small talk')
    await context.setOffline(true)
    await say(page, 'hello from offline')
    await page.getByText('Not sent yet').waitFor()
    await context.setOffline(false)
    await heard(page, 'nice to hear from you')
    expect(await timesPosted('hello from offline')).toBe(1)
    await context.close()
  })

  it('is away when the page is left: the message is sent when somebody comes back', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url, 'Small talk')
    const address = page.url()
    await page.route('**/api/chat/send', route => route.abort())
    await say(page, 'hello from yesterday')
    await page.waitForTimeout(200)
    await page.close()
    const later = await context.newPage()
    await later.goto(address)
    await heard(later, 'nice to hear from you')
    expect(await timesPosted('hello from yesterday')).toBe(1)
    await context.close()
  })

  it('is away at the start: the page goes on by itself', async () => {
    const { page, context } = await visit(browser, house.url)
    await page.route('**/api/**', route => route.abort())
    await page.route('**/health/**', route => route.abort())
    await page.goto(house.url)
    await page.getByText('cannot be reached').waitFor()
    await page.unrouteAll()
    await page.getByRole('main').getByRole('button', { name: 'Travel request' }).waitFor()
    await context.close()
  })
})

describe('[W1.8] two tabs on one conversation', () => {
  it('show the same, each hears what the other says, and a shared outbox sends nothing twice', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    const other = await context.newPage()
    const complaints = watch(other, house.url)
    await other.goto(page.url())
    await heard(other, 'Where would you like to travel?')
    const before = await timesPosted(answers[0].say)
    await say(page, answers[0].say)
    await heard(page, answers[0].asked)
    await heard(other, answers[0].asked)
    await conversation(other).getByText(answers[0].say, { exact: true }).waitFor()
    await say(other, answers[1].say)
    await heard(other, answers[1].asked)
    await heard(page, answers[1].asked)
    await conversation(page).getByText(answers[1].say, { exact: true }).waitFor()
    expect(await transcriptOf(page)).toEqual(await transcriptOf(other))
    // A tab that is opened in the middle of a turn takes part in it.
    await house.script({ stepMs: 150 })
    await say(page, answers[2].say)
    await page.locator('[data-writing]').getByText('Noted').waitFor()
    const third = await context.newPage()
    await third.goto(page.url())
    await heard(third, answers[2].asked)
    await heard(page, answers[2].asked)
    expect(await transcriptOf(third)).toEqual(await transcriptOf(page))
    expect(await timesPosted(answers[2].say)).toBeGreaterThan(0)
    expect((await timesPosted(answers[0].say)) - before).toBe(1)
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('[W1.3] that press the same card send it once', async () => {
    const { page, context } = await visit(browser, house.url, { width: 700 })
    await begin(page, house.url, 'Small talk')
    await house.script({
      correlate: true,
      activities: [
        {
          type: 'message',
          text: 'One of you',
          attachments: [
            {
              contentType: 'application/vnd.microsoft.card.adaptive',
              content: {
                type: 'AdaptiveCard',
                version: '1.5',
                body: [{ type: 'TextBlock', text: 'Press it' }],
                actions: [{ type: 'Action.Submit', title: 'Press', data: { pressed: true } }]
              }
            }
          ]
        }
      ]
    })
    await say(page, 'a card, please')
    await page.getByRole('button', { name: 'Press' }).waitFor()
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Press' }).waitFor()
    await page.evaluate(() => document.dispatchEvent(new Event('freeze')))
    await house.script({ stepMs: 200 })
    await Promise.all([
      // At once: a click waits until nothing moves, and by then one tab has heard of the other.
      page.getByRole('button', { name: 'Press' }).dispatchEvent('click'),
      other.getByRole('button', { name: 'Press' }).dispatchEvent('click')
    ])
    await settled(page)
    await settled(other)
    const used = 'This card was used already'
    const refused = await Promise.all([page, other].map(one => one.getByText(used).count()))
    expect(refused.reduce((sum, count) => sum + count)).toBe(1)
    const loser = refused[0] === 1 ? page : other
    await loser.getByRole('button', { name: 'Show what is there' }).click()
    await expect
      .poll(async () => (await transcriptOf(page)).join() === (await transcriptOf(other)).join())
      .toBe(true)
    await context.close()
  })
})

describe('[W1.1] a reply of 100,000 characters', () => {
  it('is shown whole, while the page stays quick to write in', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url, 'Small talk')
    const paragraph = `${'All work and no play makes a long reply. '.repeat(12)}\n\n`
    const text = `${paragraph.repeat(210).slice(0, 99_990)} The end.`
    await house.script({ activities: streamed(text, 1_000), correlate: true, stepMs: 10 })
    await say(page, 'everything')
    await conversation(page).getByText('The end.').waitFor()
    await settled(page)
    expect((await conversation(page).innerText()).length).toBeGreaterThan(98_000)
    const slowest = await slowestKey(page)
    expect(slowest).toBeLessThan(200)
    await context.close()
  })
})

/** A reply that is written piece by piece before it is said as a whole. */
const streamed = (text: string, size: number): object[] => {
  const streamId = 'long'
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
  const typing = pieces.map((piece, index) => ({
    type: 'typing',
    text: piece,
    entities: [{ type: 'streaminfo', streamType: 'streaming', streamSequence: index + 1, streamId }]
  }))
  const entities = [{ type: 'streaminfo', streamType: 'final', streamId }]
  return [...typing, { type: 'message', text, entities }]
}

/** The longest time between a key and the next painted frame, in milliseconds. */
async function slowestKey(page: Page): Promise<number> {
  await message(page).focus()
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    document.addEventListener(
      'keydown',
      () => {
        const began = performance.now()
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - began)))
      },
      true
    )
  })
  await page.keyboard.type('quick brown fox', { delay: 40 })
  await page.waitForTimeout(200)
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times)
  return Math.max(...times)
}

describe('[W1.8] conversations', () => {
  it('are listed, opened, left with the back button, and deleted', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url, 'Small talk')
    await say(page, 'who are you')
    await heard(page, 'I answer the same words')
    const first = page.url()
    await page.getByRole('button', { name: 'New conversation' }).first().click()
    await page.getByRole('main').getByRole('button', { name: 'Travel request' }).click()
    await page.waitForURL(/\/c\/./)
    expect(page.url()).not.toBe(first)
    await page.goBack()
    await heard(page, 'I answer the same words')
    expect(page.url()).toBe(first)
    const link = page.locator('a[aria-current=page]')
    await link.waitFor()
    const item = page.getByRole('navigation').getByRole('listitem').filter({ has: link })
    await item.hover()
    await item.getByRole('button').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'What would you like to do?' }).waitFor()
    await page.goto(first)
    await page.getByText('This conversation is gone').waitFor()
    await context.close()
  })
})
