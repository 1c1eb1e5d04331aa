import type { Transaction } from '../state/transaction.ts'

/** The record as webhooks and status queries show it, without the sandbox's own fields. */
export function recordOf({
  flow,
  scenario,
  bankName,
  callbackUrl,
  request,
  webhook,
  next,
  transfers,
  waitsFor,
  failure,
  otp,
  ...more
}: Transaction) {
  const { magicNumber, createCall, nearMisses, scenarioLoaded, hint, actions, failures, steps, deliveries, ...record } =
    more
  return record
}
