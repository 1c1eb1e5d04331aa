import { expect, test } from 'vitest'
import { bodyFaultOf } from '../../src/domain/body-faults.ts'
import type { PretendedAnswer, SignatureFault } from '../../src/domain/webhook-faults.ts'
import type { Scenario } from '../../src/scenarios/scenario.ts'
import { shipped } from '../scenarios/scenario-folders.ts'
import { startedForFile } from '../support/started-sandbox.ts'
import { type Conduct, openConductedMerchant } from './conducted-merchant.ts'

const { scenarios } = shipped
const sandbox = await startedForFile()

/** The rules that a merchant of this conduct breaks in one order, each once. */
async function rulesBroken(scenario: Scenario, conduct: Conduct) {
  const { reply } = scenario
  const isKeptBack = reply.fault === 'hang' || reply.delayMs !== undefined
  const impatient = isKeptBack ? { patienceMs: 100, ...conduct } : conduct
  const { shop, order } = await openConductedMerchant(sandbox, impatient)
  const [flow = 'mobile-money'] = scenario.flows
  await order(flow, scenario.name)
  const { findings } = (await shop.get('/_sandbox/report')).body
  return [...new Set(findings.map(({ rule }: { readonly rule: string }) => rule))]
}

test.each(scenarios)('$name: a merchant who does everything right gets no finding', async (scenario) => {
  expect(await rulesBroken(scenario, {})).toEqual([])
  expect(await rulesBroken(scenario, { refusesOtherAmounts: true })).toEqual([])
})

/** The part of a scenario that decides which mistakes can be seen. */
function factsOf({ refusal, outcome, reply, webhook: { faults, retryMs } }: Scenario) {
  const answers: readonly PretendedAnswer[] = faults?.answers ?? []
  const signatures: readonly SignatureFault[] = faults?.signatures ?? []
  const { readable, sound } = bodyFaultOf(faults?.body)
  const isFinal = refusal === null && outcome.kind !== 'never' && outcome.kind !== 'by-hand'
  const isSent = isFinal && faults?.drop !== true
  return {
    isStored: refusal === null,
    isFinal,
    isReplyLost: refusal === null && (reply.fault !== undefined || reply.delayMs !== undefined),
    /** The merchant's own answer to the last attempt counts. */
    isReal: isSent && (answers.at(-1) ?? 'real') === 'real',
    waitsForQueries: typeof faults?.trigger === 'object' && faults.trigger !== null,
    signatures,
    isReadable: readable,
    hasMoreFields: faults?.body === 'extra-fields',
    isSound: sound && (signatures.at(-1) ?? 'valid') === 'valid',
    isTriedOnce: retryMs?.length === 0,
    /** The first answer is thrown away, and with it the mistake in it. */
    isFirstLost: answers.includes('lost-ack'),
  }
}

interface Mistake {
  readonly conduct: Conduct
  /** The rules that the mistake breaks in a scenario. */
  readonly breaks: (facts: ReturnType<typeof factsOf>) => readonly string[]
}

const mistakes: Readonly<Record<string, Mistake>> = {
  'who trusts anybody': {
    conduct: { trustsAnybody: true },
    breaks: ({ signatures, isReal, isReadable }) =>
      isReal && isReadable && signatures.some((fault) => fault !== 'valid') ? ['forged-webhook-accepted'] : [],
  },
  'who swallows what cannot be read': {
    conduct: { swallowsBrokenBodies: true },
    breaks: ({ isReal, isReadable }) => (isReal && !isReadable ? ['broken-body-accepted'] : []),
  },
  'whose server is broken': {
    conduct: { answersAlways: 500 },
    breaks: ({ isReal }) => (isReal ? ['lost-webhook'] : []),
  },
  'whose server breaks connections': {
    conduct: { answersAlways: 'reset' },
    breaks: ({ isReal }) => (isReal ? ['lost-webhook'] : []),
  },
  'who fails once': {
    conduct: { failsFirst: true },
    breaks: ({ isReal, isSound, isTriedOnce, isFirstLost }) =>
      isReal && isSound && !isFirstLost ? [isTriedOnce ? 'lost-webhook' : 'badly-answered-webhook'] : [],
  },
  'who refuses undocumented fields': {
    conduct: { refusesUnknownFields: true },
    breaks: ({ isReal, hasMoreFields }) => (isReal && hasMoreFields ? ['lost-webhook'] : []),
  },
  'who never asks': {
    conduct: { neverAsks: true },
    breaks: ({ isFinal, isReplyLost, isReal, waitsForQueries }) =>
      isFinal && !isReplyLost && (!isReal || waitsForQueries) ? ['never-asked'] : [],
  },
  'who takes another reference after a lost reply': {
    conduct: { takesNewReference: true },
    breaks: ({ isReplyLost }) => (isReplyLost ? ['charged-again'] : []),
  },
  'who calls twice': {
    conduct: { callsTwice: true },
    breaks: ({ isStored, isReplyLost }) => (isStored && !isReplyLost ? ['reference-used-again'] : []),
  },
}

/** One scenario of each kind: those with the same facts break the same rules. */
const kinds = [...new Map(scenarios.map((scenario) => [JSON.stringify(factsOf(scenario)), scenario])).values()]
const played = Object.entries(mistakes).flatMap(([who, mistake]) =>
  kinds.map((scenario) => ({ who, name: scenario.name, scenario, mistake })),
)

test.each(played)('$name: a merchant $who gets the finding for that, and no other', async ({ scenario, mistake }) => {
  const { conduct, breaks } = mistake
  expect(await rulesBroken(scenario, conduct)).toEqual(breaks(factsOf(scenario)))
})
