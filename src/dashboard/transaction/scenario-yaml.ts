import type { Transaction } from '../state/transaction.ts'

type Played = Pick<Transaction, 'flow' | 'timeline' | 'status' | 'reference_business' | 'created_at'>

/** What happened to a transaction as a scenario file that lets it happen again. */
export function scenarioYaml(transaction: Played): string {
  const { flow, status, reference_business: reference } = transaction
  const lines =
    flow === 'virtual-account' ? accountLines(transaction) : [...settledLines(transaction), ...otpLines(transaction)]
  return [
    'version: 1',
    'scenarios:',
    `  ${nameOf(reference)}:`,
    `    summary: ${JSON.stringify(`What happened to ${reference}: ${status}.`)}`,
    `    match: { flow: ${flow} }`,
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n')
}

/** Names have letters, digits and hyphens. */
function nameOf(reference: string): string {
  const name = reference
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `like-${name || 'this'}`.slice(0, 64).replace(/-$/, '')
}

function settledLines({ timeline, created_at: createdAt, status }: Played): readonly string[] {
  const settled = timeline.find(({ event }) => event === 'settled')
  if (settled === undefined) return ['outcome: never']
  const start = timeline.find(({ event }) => event === 'otp_accepted')?.at ?? createdAt
  const after = `after: ${durationOf(Date.parse(settled.at) - Date.parse(start))}`
  return [after, status === 'COMPLETED' ? 'outcome: approved' : `outcome: { failed: ${String(settled.result)} }`]
}

function otpLines({ timeline }: Played): readonly string[] {
  return timeline.some(({ event }) => event === 'otp_sent') ? ['otp: true'] : []
}

function accountLines({ timeline, created_at: createdAt }: Played): readonly string[] {
  const transfers = timeline.filter(({ event }) => event === 'transfer_received')
  if (transfers.length === 0) return ['outcome: expired']
  return [
    'outcome: by-transfers',
    'transfers:',
    ...transfers.map(({ at, amount }) => {
      return `  - { pay: ${Number(amount)}, after: ${durationOf(Date.parse(at) - Date.parse(createdAt))} }`
    }),
  ]
}

/** A duration as scenario files write it. */
function durationOf(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  return whole % 1000 === 0 ? `${whole / 1000}s` : `${whole}ms`
}
