import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { type Look, type OpenedPage, openPage } from './chromium.ts'

const allLooks = {
  'desktop, light': { width: 1280, height: 800, colorScheme: 'light' },
  'desktop, dark': { width: 1280, height: 800, colorScheme: 'dark' },
  'phone, light': { width: 390, height: 844, colorScheme: 'light' },
  'phone, dark': { width: 390, height: 844, colorScheme: 'dark' },
} as const satisfies Readonly<Record<string, Look>>

export const phone = allLooks['phone, light']

/** The sizes and themes that every view is tested in: each size and each theme once; `npm run looks` tests every pair of them. */
export const looks: Readonly<Record<string, Look>> =
  process.env.LOOKS === 'all'
    ? allLooks
    : { 'desktop, light': allLooks['desktop, light'], 'phone, dark': allLooks['phone, dark'] }

export interface PageAddress {
  readonly view: string
  readonly key: string
}

export async function openPlace(
  url: string,
  { view, key }: PageAddress,
  look: Partial<Look> = {},
): Promise<OpenedPage> {
  const opened = await openPage(look)
  await opened.page.goto(`${url}/_sandbox/#/${view}?key=${key}`)
  return opened
}

/** Returns axe's serious and critical findings about the shown page, in a line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const found = await violationsOn(page)
  return linesOf(found.filter(({ impact }) => impact === 'serious' || impact === 'critical'))
}

/** Returns all findings of axe about the shown page, its best practices included, in a line each. */
export async function allFindings(page: Page): Promise<string[]> {
  return linesOf(await violationsOn(page))
}

async function violationsOn(page: Page): Promise<axe.Result[]> {
  // A colour that is changing has less contrast.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))')
  // As a script of the page its policy would refuse it.
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe.source)
  // Selectors of passed elements would take three quarters of the time.
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ resultTypes: ['violations'], selectors: false })`,
  )
  return violations
}

function linesOf(violations: readonly axe.Result[]): string[] {
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`))
}

/** Waits until the view has its first answers. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.shell').waitFor()
  await page.locator('.shell:not(:has(.loading))').waitFor()
}
