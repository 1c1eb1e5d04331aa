import { expect, test } from 'vitest'
import { definitionOf, type Flow, flows } from '../../../src/catalogue/flows.ts'
import { scenariosFrom } from '../../../src/recordings/scenarios/scenarios-from.ts'
import { readShipped } from '../../../src/sandbox/shipped.ts'
import { harFile, recordSandbox, type Stage } from '../../support/recorded-sandbox.ts'

const { scenarios: shipped } = await readShipped()

/** What these do is not all in a recording: a comment in the file says what is missing. */
const commented = new Set(
  ['late-webhook', 'out-of-order', 'webhook-backlog', 'flaky-merchant', 'merchant-unreachable', 'by-hand'].concat([
    'va-split',
    'va-incomplete',
    'va-paid-twice',
    'va-wrong-amount',
    'slow-approval',
    'not-json-webhook',
  ]),
)

interface Life {
  readonly status: number
  /** `settled 5000`: what happened, and when after the create call, in milliseconds. */
  readonly steps: readonly string[]
}

/** Plays all scenarios of a flow, each for a reference: by name, or as `yaml` chooses it. */
async function played(flow: Flow, yaml: string | null) {
  const lives = new Map<string, Life>()
  const names = shipped.scenarios.filter((one) => one.flows.includes(flow) && one.mix === null).map(({ name }) => name)
  const entries = await recordSandbox({}, async (stage) => {
    if (yaml !== null) await stage.control('POST', '/scenarios/draft', { yaml })
    await stage.call('GET', '/balance')
    for (const name of names) lives.set(name, await lifeOf(stage, { flow, name, isNamed: yaml === null }))
  })
  return { lives, entries }
}

interface Call {
  readonly flow: Flow
  readonly name: string
  readonly isNamed: boolean
}

async function lifeOf({ call, control, advance, hook }: Stage, { flow, name, isNamed }: Call): Promise<Life> {
  const { path, sample, body } = definitionOf(flow)
  const reference = `order-${name}`
  const asked = body(sample, { reason: 'Order', reference, callbackURL: hook })
  const { status } = await call('POST', path, asked, isNamed ? { 'x-sandbox-scenario': name } : {})
  const [stored] = (await control('GET', `/transactions?reference=${reference}`)).body.data
  if (stored === undefined) return { status, steps: [] }
  const { id } = stored
  await advance('1s')
  const { otp } = (await control('GET', `/transactions/${id}`)).body
  if (otp !== null) {
    await call('POST', '/collections/otp', { id, otp: otp === '000000' ? '000001' : '000000' })
    await call('POST', '/collections/otp', { id, otp })
  }
  await advance('30h')
  await call('GET', `/payments/${id}`)
  const { steps } = (await control('GET', `/transactions/${id}`)).body
  const happened = steps.filter(({ state }: { state: string }) => state === 'happened')
  const ageOf = (at: string) => Date.parse(at) - Date.parse(steps[0].actual)
  return {
    status,
    steps: happened.map((step: { kind: string; actual: string }) => `${step.kind} ${ageOf(step.actual)}`),
  }
}

/** The same within what a recording shows: 1 %, or a quarter of a second. */
function isSame(one: Life, other: Life | undefined): boolean {
  if (one.status !== other?.status || one.steps.length !== other.steps.length) return false
  return one.steps.every((step, index) => {
    const [[kind, age], [otherKind, otherAge]] = [step.split(' '), other.steps[index]?.split(' ') ?? []]
    return kind === otherKind && Math.abs(Number(age) - Number(otherAge)) <= Math.max(Number(age) * 0.01, 250)
  })
}

/** The lines of the scenario that a reference chooses, with its comment. */
function blockOf(yaml: string, name: string): string {
  const blocks = yaml.split(/\n(?= {2}(?:#|recorded-))(?<!\n {2}#[^\n]*\n)/)
  return blocks.find((block) => new RegExp(`order-${name}(?![\\w-])`).test(block)) ?? ''
}

// Some replies hang for a minute of real time: the flows wait at the same time.
test.concurrent.each(flows)(
  'each shipped scenario of %s has the same steps after recording',
  async (flow) => {
    const { lives, entries } = await played(flow, null)
    const yaml = await scenariosFrom(harFile(entries, `${flow}.har`), { references: [], shipped })
    const again = await played(flow, yaml)
    const different = [...lives].filter(([name, life]) => !isSame(life, again.lives.get(name)))
    const unsaid = different.filter(([name]) => !(commented.has(name) && blockOf(yaml, name).includes('# #')))
    expect(unsaid.map(([name, life]) => [name, life, again.lives.get(name), blockOf(yaml, name)])).toEqual([])
  },
  600_000,
)
