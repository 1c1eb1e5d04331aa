import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { packedPng } from './packed-png.mjs'
import { openSample } from './sample-shop.mjs'

/**
 * `npm run screenshots [-- WORD...]`: every view of the page on a desktop and on a phone, in light and dark, and how it looks
 * empty, with unusual texts, loading, and without a sandbox. Pictures that README.md or docs/ show go to docs/images, the
 * others to screenshots/, which git ignores. With words, only pictures with one of them in their name.
 */
const root = join(import.meta.dirname, '..')
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/** The views of the page, by the part of the address after `#/`. `ORDER-1042` is replaced by the id of that transaction. */
const places = {
  board: 'transactions',
  transaction: 'transactions/ORDER-1042',
  ahead: 'transactions/ORDER-1049',
  otp: 'transactions/ORDER-1048',
  signature: 'transactions/ORDER-1046',
  phones: 'phones',
  bank: 'bank',
  time: 'time',
  traffic: 'traffic',
  scenarios: 'scenarios',
  report: 'report',
  start: 'start',
}

/** The pictures that show a part of the window, with the elements that it encloses: the package has room for no more. */
const parts = {
  board: '.rail-home, .head, .virtual li:nth-child(8)',
  signature: '.signature, .picture',
  phones: '.phones-live > *',
  bank: '.bank-account > *',
  time: '.time-clock, .time-clock + .card',
}

const sample = await openSample()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
})
const shown = shownPictures()
const words = process.argv.slice(2)
mkdirSync(join(root, 'screenshots'), { recursive: true })
for (const shot of shots()) {
  if (words.length > 0 && !words.some((word) => shot.name.includes(word))) continue
  const folder = shown.has(shot.name) ? join(root, 'docs', 'images') : join(root, 'screenshots')
  writeFileSync(join(folder, `${shot.name}.png`), packedPng(await pictureOf(shot)))
}
await browser.close()
await sample.stop()

/** Every picture. The name says the view, and what differs from a light desktop with usual content. */
function* shots() {
  for (const [place, view] of Object.entries(places)) {
    const states = view.includes('/') ? [''] : ['', 'empty', 'unusual', 'loading', 'stopped']
    for (const state of states)
      for (const size of ['', 'phone'])
        for (const theme of state === '' ? ['', 'dark'] : [''])
          yield { name: [place, state, size, theme].filter(Boolean).join('-'), view, state, size, theme }
  }
}

async function pictureOf({ name, view, state, size, theme }) {
  const looks = { colorScheme: theme || 'light', reducedMotion: 'reduce' }
  const page = await browser.newPage({ viewport: sizes[size || 'desk'], ...looks })
  const key = sample.keys[state] ?? sample.keys.bookshop
  const isAnswered = state !== 'loading'
  if (!isAnswered) await page.route(/_sandbox\/(?!page\/|events|businesses|$)/, () => {})
  await page.goto(
    `${sample.url}/_sandbox/#/${view.replace(/[^/]+$/, (part) => sample.ids.get(part) ?? part)}?key=${key}`,
  )
  await page.locator('.shell').waitFor()
  while (isAnswered && (await page.locator('.loading').count()) > 0) await page.waitForTimeout(50)
  if (state === 'stopped') {
    await page.context().setOffline(true)
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
    await page.locator('.clock-lost').waitFor()
  }
  await page.waitForTimeout(400)
  const picture = await page.screenshot(name in parts ? { clip: await around(page, parts[name]) } : {})
  await page.close()
  return picture
}

/** The part of the window that encloses these elements, with a margin. */
async function around(page, selectors) {
  const boxes = await Promise.all((await page.locator(selectors).all()).map((element) => element.boundingBox()))
  const [x, y] = ['x', 'y'].map((side) => Math.max(0, Math.min(...boxes.map((box) => box[side])) - 8))
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + 8
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + 8
  return { x, y, width: Math.min(right, sizes.desk.width) - x, height: Math.min(bottom, sizes.desk.height) - y }
}

/** The names of the pictures that a page of documentation shows. */
function shownPictures() {
  const docs = join(root, 'docs')
  const documents = readdirSync(docs).filter((name) => name.endsWith('.md'))
  const texts = [join(root, 'README.md'), ...documents.map((name) => join(docs, name))].map((path) =>
    readFileSync(path, 'utf8'),
  )
  return new Set(texts.flatMap((text) => [...text.matchAll(/images\/([\w-]+)\.png/g)].map(([, name]) => name)))
}
