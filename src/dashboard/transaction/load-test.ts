import type { Client } from '../api/client.ts'
import { testOf } from './as-test.ts'
import type { Problem } from './test-end.ts'

/** Loads what the test of a transaction needs, and writes the test. */
export async function loadTest({ call }: Client, id: string, problem?: Problem): Promise<string> {
  const transaction = await call('GET /_sandbox/transactions/{id}', { id })
  const { scenario, createCall, reference_business: reference } = transaction
  const [{ yaml }, calls] = await Promise.all([
    call('GET /_sandbox/scenarios/{name}', { name: scenario.name, reference }),
    call('GET /_sandbox/requests', { transactionId: id, limit: 50 }),
  ])
  // As it was sent; once the journal has forgotten it, as the record has it.
  const sent = calls.data.find(({ method, path }) => method === 'POST' && path === createCall.path)?.body
  const body = typeof sent === 'object' && sent !== null ? { ...sent } : createCall.body
  return testOf({ ...transaction, createCall: { ...createCall, body } }, yaml, problem)
}
