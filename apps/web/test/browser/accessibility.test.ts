import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, visit } from './support/browser.ts'
import { type House, openHouse } from './support/house.ts'
import { states } from './support/states.ts'
import {
  answers,
  begin,
  conversation,
  heard,
  message,
  say,
  settled,
  toSummary
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

const violations = async (page: Page, rules?: string[]): Promise<string[]> => {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

describe('[W1.5] axe finds nothing', () => {
  it.each(states)('in the state: $name', async ({ reach }) => {
    const { page, context, complaints } = await visit(browser, house.url)
    await reach(page, house)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page, ['color-contrast'])).toEqual([])
    expect(complaints()).toEqual([])
    await context.close()
  })

  it('but does find what is wrong, when something is (control)', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    await page.evaluate(() => document.querySelector('label')?.remove())
    expect(await violations(page)).not.toEqual([])
    await context.close()
  })
})

/** Everything the polite region has said, as a screen reader would hear it. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const region = document.querySelector('[data-announcer]')
    if (region === null) throw new TypeError('no region')
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver(records => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) heard.push(node.textContent ?? '')
      }
    }).observe(region, { childList: true, characterData: true, subtree: true })
  })
const heardSoFar = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { heard: string[] }).heard)

describe('[W1.5] a screen reader', () => {
  it('hears each finished reply once, and no word before that', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    await listen(page)
    await house.script({ stepMs: 100 })
    await say(page, answers[0].say)
    await page.locator('[data-writing]').getByText('Noted').waitFor()
    expect(await heardSoFar(page)).toEqual([])
    await heard(page, answers[0].asked)
    await say(page, answers[1].say)
    await heard(page, answers[1].asked)
    await page.waitForTimeout(500)
    expect(await heardSoFar(page)).toEqual([
      'Simulated agent: Noted: destination Lisbon. On which day do you leave? Please give day, month and year.',
      'Simulated agent: Noted: departure 2026-12-01. On which day do you come back?'
    ])
    await context.close()
  })

  it('hears nothing again of what was there before a reload', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    await toSummary(page)
    await page.reload()
    await heard(page, 'is booked')
    expect(await page.locator('[data-announcer]').textContent()).toBe('')
    await context.close()
  })

  it('[W1.3] is told which input of a card is wrong, and by what', async () => {
    const { page, context } = await visit(browser, house.url)
    await states.find(({ name }) => name === 'card with errors')?.reach(page, house)
    const name = page.getByRole('textbox', { name: /^Name/ })
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    expect(await name.evaluate(element => element === document.activeElement)).toBe(true)
    const label = await name.evaluate(element =>
      (element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.textContent)
        .join(' ')
    )
    expect(label).toContain('Please tell your name')
    await name.fill('Ada')
    expect(await name.getAttribute('aria-invalid')).toBe(null)
    // What may be left empty is left empty.
    await page.getByRole('radio', { name: 'Soup' }).check()
    await page.getByRole('button', { name: 'Send the form' }).click()
    const sent = conversation(page).getByText(
      /^Send the form\s+name: Ada\s+news: false\s+meal: soup$/
    )
    await sent.waitFor()
    await settled(page)
    expect(await name.isDisabled()).toBe(true)
    await context.close()
  })
})

describe('[W1.5] the focus', () => {
  it('stays with what is being written while an answer comes and the connection goes', async () => {
    const { page, context } = await visit(browser, house.url)
    await begin(page, house.url)
    await house.script({ stepMs: 60 })
    await say(page, answers[0].say)
    await message(page).pressSequentially('and next', { delay: 40 })
    await heard(page, answers[0].asked)
    await context.setOffline(true)
    await page.getByText('No connection to the server').waitFor()
    await context.setOffline(false)
    await page.getByText('No connection to the server').waitFor({ state: 'detached' })
    expect(await message(page).inputValue()).toBe('and next')
    expect(await message(page).evaluate(one => one === document.activeElement)).toBe(true)
    await context.close()
  })

  it('is kept in a sheet and goes back to where it came from', async () => {
    const { page, context } = await visit(browser, house.url, { width: 320, height: 640 })
    await begin(page, house.url)
    await page.getByRole('button', { name: 'State', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    const inside = (): Promise<boolean> =>
      page.evaluate(
        () => document.activeElement?.closest('[role=dialog], [data-base-ui-focus-guard]') != null
      )
    await expect.poll(inside).toBe(true)
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab')
      // A guard hands the focus back in the next frame; that it stays out is what must not happen.
      await expect.poll(inside, { timeout: 2000 }).toBe(true)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'State'
    )
    await context.close()
  })
})
