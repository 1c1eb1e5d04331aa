import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { matchedSentences } from './matched-sentences/matched-sentences.ts'

const src = join(import.meta.dirname, '..', 'src')

/** Words of others, by file: what is looked into is not a sentence of ours. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  // Commander's.
  'cli/mistyped.ts': ["/^error: unknown option '(.+?)'/s", String.raw`/^(.*?)(\n\(Did you mean [^\n]+\?\))?\n?$/s`],
  // What the recorded service answered.
  'recordings/compare/drafts.ts': [
    'message === businessRules.workflow_failed.text',
    'message === businessRules.cannot_process.text',
  ],
  'recordings/compare/compare-refusals.ts': ['/decimal places|less than or equal/'],
  'recordings/record/personal-values.ts': ['sentence'],
  'recordings/scenarios/recorded-reply.ts': ['error', 'message'],
  // What the user's plan says: `env:NAME` and `header NAME`.
  'cli/judge/plan-variables.ts': ['name'],
  'judge/audit/plan.ts': [String.raw`/^header ([\w-]+)$/i`],
  // Two steps in a row are compared with each other.
  'judge/verdict/two-books.ts': ['last?.event.text === event.text'],
  // The merchant's reference is taken out of it.
  'dashboard/report/groups.ts': ['evidence'],
  // The markup of a drawing.
  'dashboard/timeline/picture-file.ts': ['markupText(drawing)', '/ class="[^"]*"/g'],
  // The form of basic authentication.
  'recordings/read/live-key.ts': ['/^Basic +(\\S+)/i'],
  // What the user's command printed.
  'judge/explore/failures.ts': ['message'],
  'cli/judge/failure-line.ts': [String.raw`/^at .*:\d+:\d+\)?(?: \{)?$/`],
  // What the function above it wrote into the help of a command.
  'cli/text/example-text.ts': ['text'],
  // The first line of a file that another sandbox wrote.
  'cli/run/ready-files.ts': ['text'],
  // The source of a built-in function.
  'time/own-timers.ts': ['Function.prototype.toString.call(builtIn)'],
  // The HTTP client's.
  'webhooks/http/failure.ts': ["message === 'bad upgrade'"],
  // The scheme of an address.
  'testing/fetch-over-http.ts': ['url'],
  // The database driver's.
  'store/sqlite/file/errors.ts': ['/database connection is not open/'],
  // Every word of a summary makes the name of its example.
  'contract/openapi/examples.ts': ['summary'],
  // zod has one message for all unknown keys, and `strictMap` writes a line for each.
  'scenarios/files/check-form.ts': ['issue.message'],
}

const paths = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => path.split(sep).join('/'))

const matchedIn = (path: string) => matchedSentences(path, readFileSync(join(src, path), 'utf8'))

test('no code looks for words in a sentence of ours: what it wants to know is a fact beside the sentence', () => {
  const found = paths
    .flatMap((path) => matchedIn(path).map((matched) => ({ path, ...matched })))
    .filter(({ path, subject }) => !foreign[path]?.includes(subject))
  expect(found).toEqual([])
})

test('every exception is needed', () => {
  const isUsed = (path: string, subject: string) => matchedIn(path).some((matched) => matched.subject === subject)
  const unused = Object.entries(foreign).flatMap(([path, subjects]) =>
    subjects.filter((subject) => !isUsed(path, subject)).map((subject) => `${path}: ${subject}`),
  )
  expect(unused).toEqual([])
})

test.each([
  ["error.message.includes('cannot be asked')", 'error.message'],
  ["if (said.startsWith(' can no longer ')) stop()", 'said'],
  ["const isKey = text.startsWith('unknown')", 'text'],
  ["const [why] = verdict.split('Example:\\n')", 'verdict'],
  ["hint?.split('; ')", 'hint'],
  ['message.replace(/^(\\w+): /, "")', 'message'],
  ['const [first] = /\\d+ left/.exec(line) ?? []', '/\\d+ left/'],
  ['if (/:/.test(failure.hint)) stop()', 'failure.hint'],
  ['answer?.includes(businessRules.duplicate_reference.text)', 'answer'],
  ['last?.text === event.text', 'last?.text === event.text'],
  ["distanceWords(now, wall).split(' ')", 'distanceWords(now, wall)'],
  ["String(message ?? 'failed').split(' | ')", "String(message ?? 'failed')"],
  ['formatDuration(ms).match(/\\d+[a-z]+/g)', 'formatDuration(ms)'],
  ["lines.some((line) => line.includes('created.'))", 'line'],
  ["const heading = 'Example:'; text.split(heading)", 'text'],
  ['last.title === sign.title', 'last.title === sign.title'],
  ["what === 'settle as approved'", "what === 'settle as approved'"],
  ["switch (what) { case 'settle as approved': stop() }", "'settle as approved'"],
])('%s is found', (program, subject) => {
  expect(matchedSentences('a.ts', `\n${program}`)).toEqual([{ line: 2, subject }])
})

test.each([
  "name.startsWith('live_')",
  "path.endsWith('.yaml')",
  "flows.includes('mobile-money')",
  "list.split(',')",
  "url.replace(/^https?:/, '')",
  "event === 'webhook_queued'",
  'found.text === sought',
  'digits.test(text)',
])('%s is not a search in a sentence', (program) => {
  expect(matchedSentences('a.ts', program)).toEqual([])
})
