import type { Step, Transaction } from '../state/transaction.ts'
import { endWith, type Problem, quoted, usualEnd } from './test-end.ts'

/**
 * A test for node:test that brings about what happened to a transaction: its create call, the acts by hand, the time between
 * them and the answers to its webhooks. At its end it fails because of a problem of the report, or else asks for the user's own
 * code. `scenario` is the file of the scenario that was played: the test needs no other.
 */
export function testOf(transaction: Transaction, scenario: string, problem?: Problem): string {
  const { reference_business: reference, status, steps, createCall } = transaction
  const { callbackURL: _, ...order } = createCall.body
  const isLost = steps.some((step) => step.kind === 'answered' && !['caller-gone', undefined].includes(step.fault))
  const wanted = `{ reference: ${JSON.stringify(reference)} }`
  const body = JSON.stringify(order, null, 2).replaceAll('\n', '\n  ')
  const create = `await call('${createCall.path}', ${body})${isLost ? '.catch(() => null)' : ''}`
  const { title, callbackUrl, more, last } =
    problem === undefined ? usualEnd(transaction) : endWith(problem, transaction, { create, wanted })
  const lines = [...linesOf(transaction, create, wanted), ...more]
  const isNamed = steps.some((step) => step.state === 'happened' && namesCreated(step))
  const written = lines.flatMap((line, index) =>
    index === lines.indexOf(create) && isNamed ? [line, `const created = await shop.transaction(${wanted})`] : [line],
  )
  return `import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startSandbox } from 'payments-sandbox/testing'

const scenarios = join(mkdtempSync(join(tmpdir(), 'scenarios-')), 'played.yaml')
writeFileSync(scenarios, \`${quoted(scenario)}\`)

test(${JSON.stringify(title)}, async (t) => {
  const sandbox = await startSandbox({ clock: '${transaction.created_at}', scenarios })
  t.after(() => sandbox.stop())
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: ${callbackUrl} })
  const call = (path, body) =>
    fetch(new URL(path, sandbox.url), {
      method: 'POST',
      headers: { authorization: shop.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

${written.map((line) => `  ${line}`).join('\n')}

  const { status } = await shop.transaction(${wanted})
  assert.equal(status, '${status}')
${last.map((line) => `  ${line}`).join('\n')}
})
`
}

/** What follows sooner was caused by the line before it: on a running clock it comes up to a second later. */
const atOnceMs = 1000

/** The lines that call, move time, act by hand and answer webhooks, in the order of the steps. */
function linesOf(transaction: Transaction, create: string, wanted: string): readonly string[] {
  const { customer, created_at, deliveries, createCall } = transaction
  const number = String(createCall.body.accountNumber ?? customer.accountNumber)
  const happened = transaction.steps.filter(isOver)
  const written = [create]
  let now = Date.parse(created_at)
  let answer = '200'
  for (const [index, step] of happened.entries()) {
    const replayed = step.kind === 'webhook_replayed' ? deliveries.findIndex(({ id }) => id === step.deliveryId) : -1
    const line =
      replayed < 0
        ? actOf(step, happened.slice(index + 1), wanted, number)
        : `await call(\`/_sandbox/webhooks/\${(await shop.transaction(${wanted})).deliveries[${replayed}].id}/replay\`, {})`
    const isAttempt = step.kind === 'webhook_attempted'
    const ms = Date.parse(step.at) - now
    const reply = isAttempt ? replyOf(step) : answer
    const isAtOnce = isAttempt && ms < atOnceMs
    // The answer is set before what sends the webhook: the last line, or the move of time that comes next.
    if (reply !== answer) written.splice(isAtOnce ? -1 : written.length, 0, `merchant.reply(${reply})`)
    answer = reply
    if (ms > 0 && !isAtOnce && (line !== null || isAttempt || index === happened.length - 1)) {
      written.push(`await shop.advance('${durationOf(ms)}')`)
      now += ms
    }
    if (line !== null) written.push(line)
  }
  return written
}

type Over = Step & { readonly at: string }

/** True for what has happened, and for an attempt if it has ended. */
function isOver(step: Step): step is Over {
  return step.at !== undefined && (step.kind !== 'webhook_attempted' || step.came !== null)
}

/** What the receiver has to do for the next attempt to end like this one. */
function replyOf({ came }: Extract<Step, { readonly kind: 'webhook_attempted' }>): string {
  return came?.status == null ? "'reset'" : String(came.status)
}

/** True for a step whose line needs an id or an account of the transaction. */
function namesCreated({ kind, cause }: Step): boolean {
  if (kind === 'otp_accepted' || kind === 'otp_refused') return true
  return kind === 'transfer_received' && cause?.by !== 'step' && cause?.by !== 'action'
}

function actOf(step: Step, later: readonly Step[], wanted: string, number: string): string | null {
  const { kind } = step
  if (kind === 'otp_accepted')
    return `await call('/collections/otp', { id: created.id, otp: await shop.phone('${number}').otp() })`
  if (kind === 'otp_refused') return "await call('/collections/otp', { id: created.id, otp: '000000' })"
  if (kind === 'transfer_received' && namesCreated(step))
    return `await shop.virtualAccount(created.virtual_account.account_number).pay(${step.amount})`
  if (kind !== 'action') return null
  const { action } = step
  const end = later.find((one) => one.kind === 'settled')
  if (action === 'pin')
    return `await shop.phone('${number}').enterPin('${end?.status === 'COMPLETED' ? '0000' : '9999'}')`
  return action === 'fail' ? `await shop.fail(${wanted}, '${end?.result}')` : `await shop.${action}(${wanted})`
}

function durationOf(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`
}
