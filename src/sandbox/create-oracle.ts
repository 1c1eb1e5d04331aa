import { flows } from '../catalogue/flows.ts'
import { unansweredIn } from '../control/requests/calls-seen.ts'
import type { Journal } from '../control/requests/journal.ts'
import { jsonIn } from '../domain/json.ts'
import { isPayout } from '../domain/transaction.ts'
import { createFlows } from '../flows/create-flows.ts'
import type { Probe } from '../judge/books/probe.ts'
import { Oracle } from '../judge/verdict/oracle.ts'
import type { PayoutCall } from '../judge/verdict/refused-payouts.ts'
import type { Store } from '../store/store.ts'

interface Sources {
  readonly store: Store
  readonly journal: Journal
  readonly probe: Probe
}

export function createOracle({ store, journal, probe }: Sources): Oracle {
  const payoutCalls = (key: string, after: number) => payoutCallsIn(journal, key, after)
  const unanswered = (key: string) => unansweredIn(journal, key)
  return new Oracle({ store, probe, payoutCalls, unanswered, called: journal.keys, lastCall: journal.lastNumber })
}

/** The create calls of payouts that the journal remembers, the oldest first. */
function payoutCallsIn(journal: Journal, key: string, after: number): readonly PayoutCall[] {
  const calls = journal.newest(key, after).toReversed()
  return calls.flatMap(({ call: { method, url, body, status, rule, fault } }): PayoutCall | [] => {
    const flow = flows.find((one) => isPayout(one) && createFlows[one].path === url.split('?')[0])
    if (method !== 'POST' || flow === undefined) return []
    const isDuplicate = rule === 'duplicate_reference'
    return { flow, body: jsonIn(body.start?.toString() ?? ''), status: fault === null ? status : null, isDuplicate }
  })
}
