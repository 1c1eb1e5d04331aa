import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Pages for those who integrate. These say what each part is based on, or are written from the code. */
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

test('what the specification does not show is marked with its decision: these pages speak of these', () => {
  const decisions = pages
    .map(
      ({ page, text }) =>
        `${page}: ${markedIn(text)
          .map(({ decision }) => decision)
          .sort()
          .join(', ')}`,
    )
    .filter((line) => !line.endsWith(': '))
  expect(decisions).toMatchInlineSnapshot(`
    [
      "README.md: D26, D27, D28, D30",
      "docs/find-the-bug.md: D33",
      "docs/first-integration.md: D27, D34",
      "docs/going-live.md: D13, D30, D34, beyond the decisions",
      "docs/http.md: D26",
      "docs/phones-and-accounts.md: D26, D30",
      "docs/situations.md: D10, D13, D26, D27, D30, D33, D34, D36, beyond the decisions",
      "docs/time.md: D30, D36",
      "docs/troubleshooting.md: D10, D14",
      "docs/verify-signatures.md: D34",
      "docs/webhooks.md: D27, D34, D36",
    ]
  `)
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

test('fidelity.md has each marked decision as seen or chosen, and no page speaks of a choice as of a fact', () => {
  const fidelity = readFileSync(join(root, 'docs', 'fidelity.md'), 'utf8')
  for (const { page, text } of pages) {
    for (const { decision, basis } of markedIn(text)) {
      if (decision === 'beyond the decisions') continue
      const [, based = ''] = new RegExp(`^### ${decision}: .+\\n\\nBasis: (.+)$`, 'm').exec(fidelity) ?? []
      expect(based, `${page}: ${decision}`).toContain(basis)
    }
  }
})
