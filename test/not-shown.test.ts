import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/**
 * Every place where the specification says `not shown`, the decision that fills it, and how pages speak of it. A page
 * that does must have its mark once, `([chosen](fidelity.md#d36))`: the word is the basis of the decision.
 */
const places: Readonly<Record<string, { readonly decision: string; readonly spoken: RegExp | null }>> = {
  '2.6 wallet fields': { decision: 'D22', spoken: null },
  '3 (2) transitions out of PENDING': { decision: 'D33', spoken: /\bPENDING\b/ },
  '3 (3) expiry of virtual accounts': {
    decision: 'D30',
    spoken: /FAILED after 30 min|(?:open|lives)( for)? 30 min|`va-expiry`/,
  },
  '4.1 name of the email parameter': { decision: 'D7', spoken: /customer.?s? email|`email`/i },
  '4.2 fields and answer of the OTP call': { decision: 'D26', spoken: /\/collections\/otp/ },
  '4.5 fields of mobile money payouts': { decision: 'D28', spoken: /\/disbursements\/mobilemoney/ },
  '4.5 path of the status query': { decision: 'D27', spoken: /\/payments\/|Ask for every order/ },
  '5 (4) signature of webhooks': {
    decision: 'D34',
    spoken: /HMAC|`x-webhook-signature`|which key signs|The signature covers/,
  },
  '5 (5) allow-list of addresses': { decision: 'D13', spoken: /ipAllowList|address that is not on its list/ },
  '6 (6) retries and time-outs': { decision: 'D36', spoken: /10 min and 1 h|last attempt of a webhook/ },
  '6 (7) purpose of failureCallbackURL': { decision: 'D40', spoken: /failureCallbackURL/ },
  '7.4 statuses and texts of refusals': { decision: 'D10', spoken: /We can not process|`Duplicate reference`$/m },
  '7.4 codes of failures': { decision: 'beyond the decisions', spoken: /^\| 3110 \||Decide by `status` and code/m },
  '8 (5) smallest and largest amounts': { decision: 'D10', spoken: /smallest|largest amount/i },
  '8 (8) limits of requests': { decision: 'D13', spoken: /too-many-requests`\*\*|limit of requests/ },
  '9 versions': { decision: 'beyond the decisions', spoken: null },
}

/** Pages for those who integrate. These have columns for what a line is based on, or are written from the code. */
const ofTheirOwn = ['fidelity.md', 'conformance.md', 'glossary.md', 'architecture.md']
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
  .filter((page) => page.endsWith('.md') && !ofTheirOwn.includes(page.replace('docs/', '')))
  .map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }))

const mark = /\[(seen|chosen)\]\((?:docs\/)?fidelity\.md#(d\d+|beyond-the-decisions)\)/g

const proseOf = (text: string) => text.replaceAll(/^ *```.*?^ *```$/gms, '')

/** The decisions that a page marks, in the order of their marks. */
function markedIn(text: string): readonly { readonly basis: string; readonly decision: string }[] {
  return [...proseOf(text).matchAll(mark)].map(([, basis = '', anchor = '']) => {
    return { basis, decision: anchor.replace(/^d/, 'D').replaceAll('-', ' ') }
  })
}

/** The places that a page speaks of without saying whose choice they are. */
function unsaidIn(text: string): readonly string[] {
  const marked = markedIn(text).map(({ decision }) => decision)
  return Object.entries(places)
    .filter(([, { decision, spoken }]) => spoken?.test(proseOf(text)) && !marked.includes(decision))
    .map(([place]) => place)
}

test('what the specification does not show is marked with its decision on every page that speaks of it', () => {
  expect(pages.flatMap(({ page, text }) => unsaidIn(text).map((place) => `${page}: ${place}`))).toEqual([])
  const marked = new Set(pages.flatMap(({ text }) => markedIn(text).map(({ decision }) => decision)))
  expect([...marked].sort()).toEqual(
    ['D10', 'D13', 'D14', 'D26', 'D27', 'D28', 'D30', 'D33', 'D34', 'D36', 'beyond the decisions'].sort(),
  )
})

test('a page marks a decision once, and says it in no other form', () => {
  for (const { page, text } of pages) {
    const decisions = markedIn(text).map(({ decision }) => decision)
    expect([...new Set(decisions)], page).toEqual(decisions)
    expect(proseOf(text), page).not.toMatch(/specification does not show/i)
  }
})

test('no page says of the service when it sends a webhook again, or how it signs', () => {
  const asFact =
    /\bservice (?:tries|retries|sends it again|gives up|never tries|signs|sends its webhook)\b|what the service does/i
  const scenarios = readdirSync(join(root, 'scenarios')).map((name) => `scenarios/${name}`)
  const shipped = scenarios.map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }))
  const found = [...pages, ...shipped].filter(({ text }) => asFact.test(proseOf(text)))
  expect(found.map(({ page }) => page)).toEqual([])
})

test('fidelity.md has each of these decisions as seen or chosen, and no page speaks of a choice as of a fact', () => {
  const fidelity = readFileSync(join(root, 'docs', 'fidelity.md'), 'utf8')
  for (const { decision } of Object.values(places)) {
    if (decision === 'beyond the decisions') continue
    const row = fidelity.split('\n').find((line) => new RegExp(`^\\| ${decision} +\\|`).test(line)) ?? ''
    const basis = row.split('|').at(-2)
    expect(basis, decision).toMatch(/seen|chosen/)
    for (const { text } of pages) {
      for (const marked of markedIn(text))
        if (marked.decision === decision) expect(basis, decision).toContain(marked.basis)
    }
  }
  expect(unsaidIn('We send it again after 5 s, 30 s, 2 min, 10 min and 1 h.')).toEqual(['6 (6) retries and time-outs'])
  const said = 'We send it again after 10 min and 1 h ([chosen](fidelity.md#d36)).'
  expect(unsaidIn(said)).toEqual([])
})
