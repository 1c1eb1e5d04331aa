import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished, test } from 'vitest'

/** Debian's Chromium, or the one that CHROMIUM names; undefined if there is none. */
const chromiumPath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

const why = chromiumPath === undefined ? ' (skipped: apt-get install chromium)' : ''
const isSkipped = chromiumPath === undefined && process.env.CI !== 'true'

/** All tests of a worker share a browser: its start costs more processor time than most tests. */
// biome-ignore lint/correctness/noEmptyPattern: vitest demands a pattern, and this needs nothing
const inBrowser = test.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  onCleanup(() => browser.close())
  return browser
})

let running: Browser | undefined

/** A test in a real browser. .ci/run installs Chromium; elsewhere the test is skipped without one. */
export function browserTest(name: string, run: () => Promise<void>): void {
  inBrowser.skipIf(isSkipped)(`${name}${why}`, { timeout: 120_000 }, ({ browser }) => {
    running = browser
    return run()
  })
}

export interface Look {
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
}

export interface OpenedPage {
  readonly page: Page
  /** Every requested address, other hosts included. */
  readonly requested: readonly string[]
  /** Errors of scripts, and refusals by the page's policy. */
  readonly complaints: readonly string[]
}

type Opening = Partial<Look> & Pick<BrowserContextOptions, 'recordHar'>

/**
 * Opens a page in a new profile, without the cookies, storage or cache of another. It closes after the test. Names of other
 * hosts do not resolve in it.
 */
export async function openPage({ width = 1280, height = 1000, ...more }: Opening = {}): Promise<OpenedPage> {
  if (running === undefined) throw new Error('Pages open within a browserTest')
  const context = await running.newContext({ viewport: { width, height }, ...more })
  onTestFinished(() => context.close())
  const requested: string[] = []
  const complaints: string[] = []
  const page = await context.newPage()
  context.on('request', (request) => requested.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, requested, complaints }
}
