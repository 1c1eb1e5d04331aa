import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'

/** Debian's Chromium, or the one that CHROMIUM names; undefined where there is none. */
export const chromiumPath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

/** A page of a browser that can reach this machine only, and what it asked for. */
export interface OpenedPage {
  readonly page: Page
  /** Every address that the page asked for, other hosts included. */
  readonly requested: readonly string[]
  /** Errors of scripts, and what the page's policy refused. */
  readonly complaints: readonly string[]
}

let launched: Promise<Browser> | undefined
afterAll(async () => {
  const browser = await launched
  await browser?.close()
})

/** Opens a page of its own, closed after the test, in the file's browser; names of other hosts do not resolve there. */
export async function openPage(): Promise<OpenedPage> {
  launched ??= chromium.launch({
    executablePath: chromiumPath ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  const browser = await launched
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
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
