import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, visit } from './support/browser.ts'
import { hostileCards, hostileMarkdown, largeCard } from './support/hostile.ts'
import { type House, openHouse } from './support/house.ts'
import { begin, conversation, heard, say, settled } from './support/travel.ts'

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

type Renderer = {
  AdaptiveCard: {
    new (): { parse: (card: object) => void; render: () => HTMLElement | undefined }
    onProcessMarkdown: (text: string, result: object) => void
  }
}
const renderer = fileURLToPath(import.meta.resolve('adaptivecards/dist/adaptivecards.js'))

/** A page without any protection, for the controls. */
async function openBarePage(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<body><main></main></body>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

/** Notes everything that runs and should not; the list outlives the page. */
async function arm(page: Page): Promise<string[]> {
  const shots: string[] = []
  await page.exposeFunction('fired', (name: string) => {
    shots.push(name)
  })
  return shots
}

/** Presses everything that can be pressed in the transcript. */
async function pressAll(page: Page): Promise<void> {
  const things = conversation(page).locator('li a, li button:not(:disabled), li [role=button]')
  for (const thing of await things.all()) {
    const popup = page
      .context()
      .waitForEvent('page', { timeout: 300 })
      .catch(() => null)
    await thing.click({ timeout: 1_000 }).catch(() => {})
    await (await popup)?.close()
  }
}

/** What in the transcript could run, load or submit. */
const alive = (page: Page): Promise<string[]> =>
  conversation(page).evaluate(region =>
    [...region.querySelectorAll('ol *')].flatMap(element => {
      const bad = ['SCRIPT', 'IMG', 'IFRAME', 'OBJECT', 'EMBED', 'LINK', 'META', 'BASE', 'STYLE']
      if (bad.includes(element.tagName)) return [element.outerHTML]
      return [...element.attributes]
        .filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            (['href', 'src', 'action'].includes(name) && !value.startsWith('https://'))
        )
        .map(({ name, value }) => `${name}=${value}`)
    })
  )

describe('[P8] [W1.6] hostile Markdown', () => {
  it(`runs nothing and loads nothing: ${hostileMarkdown.length} attacks`, async () => {
    const { page, context, complaints } = await visit(browser, house.url)
    const shots = await arm(page)
    await begin(page, house.url, 'Small talk')
    for (const [index, text] of hostileMarkdown.entries()) {
      await house.script({ text: `Attack ${index}\n\n${text}`, style: 'plain' })
      await say(page, `go ${index}`)
      await conversation(page).getByText(`Attack ${index}`, { exact: true }).waitFor()
      await settled(page)
    }
    expect(await alive(page)).toEqual([])
    await page.context().route(/elsewhere|safe\.example/, route => route.abort())
    await pressAll(page)
    expect(shots).toEqual([])
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('would run and load where it is put into a page as it stands (control)', async () => {
    const bare = await openBarePage()
    const { page, context, complaints } = await visit(browser, bare.url)
    const shots = await arm(page)
    await page.goto(bare.url)
    // Those that lead the page away would end the test before the others have fired.
    const staying = hostileMarkdown.filter(attack => !/^<(?:meta|base)/.test(attack))
    await page.evaluate(attacks => {
      for (const attack of attacks) {
        const place = document.createElement('div')
        document.querySelector('main')?.append(place)
        place.innerHTML = attack
      }
    }, staying)
    await page.waitForTimeout(1_000)
    expect(shots.length).toBeGreaterThan(8)
    expect(complaints().filter(note => note.startsWith('left:'))).not.toEqual([])
    await context.close()
    await bare.close()
  })

  it('is refused by the browser itself where a sanitiser would fail', async () => {
    const { page, context } = await visit(browser, house.url)
    const shots = await arm(page)
    await begin(page, house.url, 'Small talk')
    const refusals = await page.evaluate(() => {
      const attempt = (work: () => unknown): string => {
        try {
          work()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      }
      const place = document.createElement('div')
      return [
        attempt(() => {
          place.innerHTML = '<img src=x onerror=fired("sink")>'
        }),
        attempt(() => document.write('<p>x</p>')),
        attempt(() =>
          (
            window as unknown as {
              trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
            }
          ).trustedTypes.createPolicy('mine', { createHTML: (text: string) => text })
        )
      ]
    })
    expect(refusals).toEqual(['TypeError', 'TypeError', 'TypeError'])
    expect(shots).toEqual([])
    await context.close()
  })
})

describe('[W1.6] links', () => {
  it('say where they lead, and leave the page without a way back to it', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url, 'Small talk')
    await house.script({
      text: 'See [your bank](https://phish.example/login) and [x](http://plain.example/).',
      style: 'plain'
    })
    await say(page, 'links')
    const link = conversation(page).getByRole('link', { name: /your bank/ })
    await link.waitFor()
    expect(await link.innerText()).toContain('phish.example')
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await link.getAttribute('href')).toBe('https://phish.example/login')
    expect(await conversation(page).getByRole('link').count()).toBe(1)
    await context.close()
  })
})

describe('[W1.6] hostile cards', () => {
  it(`run nothing and load nothing: ${hostileCards.length} attacks`, async () => {
    const { page, context, complaints } = await visit(browser, house.url)
    const shots = await arm(page)
    await begin(page, house.url, 'Small talk')
    for (const [index, content] of hostileCards.entries()) {
      await sendCard(content, `Card ${index}`)
      await say(page, `go ${index}`)
      await conversation(page).getByText(`Card ${index}`, { exact: true }).waitFor()
      await settled(page)
    }
    await expect.poll(() => page.locator('.ac-adaptiveCard').count()).toBe(hostileCards.length)
    expect(await alive(page)).toEqual([])
    await page.context().route(/elsewhere|safe\.example/, route => route.abort())
    await pressAll(page)
    expect(shots).toEqual([])
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('would run and load in a renderer that believes them (control)', async () => {
    const bare = await openBarePage()
    const { page, context, complaints } = await visit(browser, bare.url)
    const shots = await arm(page)
    await page.goto(bare.url)
    await page.addScriptTag({ path: renderer })
    await page.evaluate(cards => {
      const { AdaptiveCard } = (window as unknown as { AdaptiveCards: Renderer }).AdaptiveCards
      AdaptiveCard.onProcessMarkdown = (text, result) => {
        Object.assign(result, { outputHtml: text, didProcess: true })
      }
      for (const source of cards) {
        const card = new AdaptiveCard()
        card.parse(source)
        const element = card.render()
        if (element !== undefined) document.querySelector('main')?.append(element)
      }
      for (const link of document.querySelectorAll('a')) link.click()
    }, hostileCards)
    await expect.poll(() => shots).toContain('text')
    await expect.poll(() => complaints().some(note => note.startsWith('left:'))).toBe(true)
    const links = await page
      .locator('a')
      .evaluateAll(all => all.map(one => one.getAttribute('href')))
    expect(links).toContain('javascript:fired("run")')
    await context.close()
    await bare.close()
  })

  it('are stopped on this side as well, when the server lets them through', async () => {
    const { page, context, complaints } = await visit(browser, house.url)
    const shots = await arm(page)
    await begin(page, house.url, 'Small talk')
    await say(page, 'hello')
    await settled(page)
    await page.route(/\/api\/chat\/conversations\/[^/]+\?/, async route => {
      const answer = await route.fetch()
      const view = await answer.json()
      const messages = [...hostileCards, largeCard(1_001)].map((card, index) => ({
        id: `2-${index + 2}`,
        role: 'assistant',
        kind: 'card',
        card,
        cardId: `card-2-${index + 2}`,
        citations: [],
        suggestedActions: [],
        createdAt: '2026-11-21T12:00:00.000Z'
      }))
      const openCards = messages.map(({ cardId }) => cardId)
      await route.fulfill({
        json: { ...view, messages: [...view.messages, ...messages], openCards }
      })
    })
    await page.reload()
    await expect.poll(() => page.locator('.ac-adaptiveCard').count()).toBeGreaterThan(7)
    await page.getByText('it has too many parts').waitFor()
    expect(await alive(page)).toEqual([])
    await page.context().route(/elsewhere|safe\.example/, route => route.abort())
    await pressAll(page)
    expect(shots).toEqual([])
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('of 1,000 nodes are shown; of one with more than that the words remain', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url, 'Small talk')
    await sendCard(largeCard(1_000), 'The large one')
    await say(page, 'large')
    await heard(page, 'The large one')
    await page.locator('.ac-textBlock').nth(998).waitFor()
    expect(await page.locator('.ac-textBlock').count()).toBe(999)
    await sendCard(largeCard(1_001), 'The larger one')
    await say(page, 'larger')
    await heard(page, 'The larger one')
    expect(await page.locator('.ac-adaptiveCard').count()).toBe(1)
    await say(page, 'hello')
    await heard(page, 'It is nice to hear from you.')
    await context.close()
  })
})

const sendCard = (content: object, text: string): Promise<void> =>
  house.script({
    correlate: true,
    activities: [
      {
        type: 'message',
        text,
        attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }]
      }
    ]
  })
