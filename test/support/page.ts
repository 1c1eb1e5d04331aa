import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { type Look, type OpenedPage, openPage } from './chromium.ts'

/** How people look at the page: at a desk and on a phone, in light and in the dark. */
export const looks: Readonly<Record<string, Look>> = {
  'desktop, light': { width: 1280, height: 800, colorScheme: 'light' },
  'desktop, dark': { width: 1280, height: 800, colorScheme: 'dark' },
  'phone, light': { width: 390, height: 844, colorScheme: 'light' },
  'phone, dark': { width: 390, height: 844, colorScheme: 'dark' },
}

/** Which place of the page to open: the address after `#/`, and the business. */
export interface Place {
  readonly view: string
  readonly key: string
}

/** Opens a place of the page of a sandbox, in a profile of its own. */
export async function openPlace(url: string, { view, key }: Place, look: Partial<Look> = {}): Promise<OpenedPage> {
  const opened = await openPage(look)
  await opened.page.goto(`${url}/_sandbox/#/${view}?key=${key}`)
  return opened
}

/** What axe finds wrong with what is shown now, if it is serious, in a line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Not as a script of the page, which its policy would refuse.
  await page.evaluate(axe.source)
  // What is right needs no addresses: to find one for each element takes three quarters of the time.
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ resultTypes: ['violations'], selectors: false })`,
  )
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`))
}

/** Waits until what is shown does not wait for anything: its first answers are there. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.shell').waitFor()
  await page.locator('.loading').waitFor({ state: 'detached' })
}
