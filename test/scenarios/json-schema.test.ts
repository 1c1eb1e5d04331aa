import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkForm } from '../../src/scenarios/files/check-form.ts'
import { scenarioJsonSchema } from '../../src/scenarios/json-schema.ts'
import { checkScenarioText } from '../../src/scenarios/load.ts'
import { badFiles } from './files/bad-files.ts'
import { shipped, shippedDir } from './scenario-folders.ts'

const file = join(import.meta.dirname, '..', '..', 'schema', 'scenarios.v1.json')
const judge = new Ajv2020({ strict: true, allErrors: true }).compile(scenarioJsonSchema())

const shippedTexts = readdirSync(shippedDir).map((name) => readFileSync(join(shippedDir, name), 'utf8'))

test('schema/scenarios.v1.json is what the loader judges by; npm run schema writes it again', async () => {
  await expect(`${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(file)
})

test('src/testing/scenario-name.ts has the names of the shipped scenarios; npm run schema writes it again', async () => {
  const names = shipped.scenarios.map(({ name }) => `  | '${name}'\n`).sort()
  const text = `/** The name of a shipped scenario. Written by \`npm run schema\`. */\nexport type ScenarioName =\n${names.join('')}`
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '..', '..', 'src', 'testing', 'scenario-name.ts'))
})

const right = [
  'version: 1',
  'version: 1\nscenarios: { a: {} }',
  'version: 1\ndefaults: { scenario: approve }',
  'version: 1\nresults: { blocked: { code: "4100", source: Customer, text: Account is blocked } }',
  'version: 1\nscenarios: { a: { after: 2s..8s, outcome: { failed: wrong_pin } } }',
  'version: 1\nscenarios: { a: { match: { accountNumber: ["*1", "*2"], amount: { gt: 5 } } } }',
  'version: 1\nscenarios: { a: { match: { amount: 5000, flow: [mobile-money, bank-payout] } } }',
  'version: 1\nscenarios: { a: { otp: true } }',
  'version: 1\nscenarios: { a: { otp: { code: "123456", expires: 5m, attempts: 3, smsFee: 0.05 } } }',
  'version: 1\nscenarios: { a: { transfers: [{ pay: "60%", after: 5s }, { pay: 40, after: 20s, senderName: Kofi }] } }',
  'version: 1\nscenarios: { a: { expires: 30m, partialPayments: hold, lateTransfers: accept } }',
  'version: 1\nscenarios: { a: { respond: { status: PENDING, delay: 2s } } }',
  'version: 1\nscenarios: { a: { respond: { httpStatus: 503 } } }',
  'version: 1\nscenarios: { a: { respond: { fault: drop-after-commit } } }',
  'version: 1\nscenarios: { a: { respond: { error: cannot_process } } }',
  'version: 1\nscenarios: { a: { webhook: { delay: before-reply } } }',
  'version: 1\nscenarios: { a: { webhook: { delay: { statusQueries: 2, then: 10s } } } }',
  'version: 1\nscenarios: { a: { webhook: { copies: 3, spacing: 1s, retry: [1s], timeout: 2s } } }',
  'version: 1\nscenarios: { a: { webhook: { answers: [503, timeout, reset, lost-ack, real] } } }',
  'version: 1\nscenarios: { a: { webhook: { signature: [missing, valid], body: truncated } } }',
  'version: 1\nscenarios: { a: { webhook: { hold: 3, release: last-first } } }',
  'version: 1\nscenarios: { a: { webhook: { drop: true } } }',
  'version: 1\nscenarios: { a: { webhook: { drop: true, delay: before-reply } } }',
  'version: 1\nscenarios: { a: { transfers: [], outcome: expired, expires: 5m } }',
  'version: 1\nscenarios: { a: { outcome: by-hand, webhook: { copies: 2 } } }',
  'version: 1\nscenarios: { a: { expect: { deliveries: { gte: 1 }, ackedWithin: 5s } } }',
  'version: 1\nscenarios: { a: { expect: { deliveries: 0, duplicateCreates: 0 }, webhook: { drop: true } } }',
  'version: 1\nscenarios: { a: { expect: { deliveries: { gte: 0 }, duplicateCreates: 0 }, outcome: never } }',
  'version: 1\nscenarios: { a: { expect: { deliveries: 1, ackedWithin: 5s }, webhook: { answers: [503, lost-ack] } } }',
  'version: 1\nscenarios: { a: { after: 0s, respond: { status: COMPLETED } } }',
  'version: 1\nscenarios: { a: { after: 0s, webhook: { delay: before-reply } } }',
]

/** Forms that the loader refuses and JSON Schema cannot: times that are compared, and numbers by their digits. */
const loadersOwn = {
  'a range that runs backwards': /runs backwards/,
  'a time of more than ten years': /longer than ten years/,
  'a webhook that may be answered after more than a minute': /longer than an attempt can take/,
  'a reply that waits for more than a minute': /longer than a reply can wait/,
  'more decimal places than there are': /has more than \d decimal places/,
} satisfies Record<string, RegExp>

/** What comes before there is any data to judge. */
const notYaml =
  /is not valid YAML|YAML that is not used here|appears twice; remove|more than one YAML document|is empty; begin|not a name; write text|as an alias/

const files = [
  ...right.map((text) => ({ text, wrong: [] })),
  ...shippedTexts.map((text) => ({ text, wrong: [] })),
  ...badFiles.filter(({ wrong }) => !wrong.some((each) => notYaml.test(each))),
]

test.each(files)(
  "schema and loader agree on the form of $text, but for what is the loader's own",
  async ({ text, wrong }) => {
    const messages = checkForm(parse(text)).diagnostics.map(({ message }) => message)
    const isOwn =
      messages.length > 0 && messages.every((each) => Object.values(loadersOwn).some((own) => own.test(each)))
    expect(judge(parse(text))).toBe(messages.length === 0 || isOwn)
    expect((await checkScenarioText(text, 'my.yaml', shipped)).length === 0).toBe(wrong.length === 0)
  },
)

test.each(Object.entries(loadersOwn))('there is a file with %s', (_what, words) => {
  expect(badFiles.some(({ wrong }) => wrong.some((each) => words.test(each)))).toBe(true)
})
