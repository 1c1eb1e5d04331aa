import { z } from 'zod'
import { definitionOf, flows } from '../../catalogue/flows.ts'
import type { ControlClient } from '../../control-client.ts'
import { deliveryStatuses } from '../../domain/delivery.ts'
import { everyBusiness } from '../../domain/keys.ts'
import { statuses } from '../../domain/transaction.ts'
import { toolText } from '../../words/actions.ts'

export interface Tool {
  readonly description: string
  readonly input: z.ZodObject
  readonly readOnlyHint?: true
  readonly destructiveHint?: true
  readonly does: ((input: Input) => Ran) | { readonly ask: ToolAnswer }
  /** What is said after an answer that was cut. */
  readonly rest?: string
}

type Input = Readonly<Record<string, unknown>>

/** The words of a command and its arguments. A value that begins with a dash is not an option. */
export interface Ran {
  readonly words: readonly string[]
  readonly operands?: readonly string[]
  /** In place of the key of the server. */
  readonly key?: string
}

/** For what no command does. */
export type ToolAnswer = (client: ControlClient, input: Input) => Promise<string>

/** Text that may be given as a number: an amount, a PIN, an account. */
const text = z.preprocess((given) => (typeof given === 'number' ? String(given) : given), z.string())
const transaction = text.describe('Id or reference.')
const status = z.enum(statuses).optional()
const flag = z.preprocess((given) => (given === 'true' ? true : given === 'false' ? false : given), z.boolean())

/** A whole number from 1 on, which may be given as text. */
function count(most: number) {
  const number = z.int().min(1).max(most)
  return z.preprocess((given) => (typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given), number)
}

const flags = (input: Input, ...names: readonly string[]): string[] =>
  names.flatMap((name) => {
    if (input[name] === undefined || input[name] === false) return []
    return [input[name] === true ? `--${name}` : `--${name}=${input[name]}`]
  })

/** The most create calls that a scenario can be queued for. */
const mostTimes = 1000

const acts = ['approve', 'decline', 'ignore', 'expire', 'pin', 'otp', 'pay', 'fail', 'replay'] as const

/** The command of each `kind` of the tool `create`. */
const creations = new Map(flows.map(definitionOf).map(({ tool, command }) => [tool, command]))

const made = `${toolText({ tool: 'transactions', input: {} })} shows what became of it`
const fewer = (tool: string, input: Input) => `${toolText({ tool, input })} shows fewer`

export const tools: Readonly<Record<string, Tool>> = {
  status: {
    description: 'The business at a glance. Begin here.',
    input: z.object({}),
    readOnlyHint: true,
    does: () => ({ words: ['status'] }),
  },
  create: {
    description: 'Make a create call as the merchant would.',
    input: z.object({
      kind: z.enum([...creations.keys()]),
      scenario: text.optional().describe('Such as wrong-pin.'),
      amount: text.optional().describe('Major units: 10.50.'),
      currency: text.optional(),
      number: text.optional().describe('Phone or account; can choose a scenario.'),
      reference: text.optional(),
    }),
    does: (input) => ({
      words: [
        ...(creations.get(String(input.kind)) ?? []),
        '--no-wait',
        ...flags(input, 'scenario', 'amount', 'currency', 'number', 'reference'),
      ],
    }),
    rest: made,
  },
  act: {
    description: 'Act as customer or provider, or replay a webhook.',
    input: z.object({
      act: z.enum(acts),
      target: text.describe('Transaction; phone for pin and otp; account for pay; webhook for replay.'),
      value: text.optional().describe('PIN, amount to pay, or result of fail.'),
    }),
    does: ({ act, target, value }) => ({
      // The merchant's call that sends an OTP may still be under way.
      words: [String(act), ...(act === 'otp' ? ['--wait=10s'] : [])],
      operands: [target, value].flatMap((one) => (one === undefined ? [] : [String(one)])),
    }),
    rest: made,
  },
  advance: {
    description: 'Move time, and run all that falls due.',
    input: z.object({ by: text.describe('A duration: 30m.') }),
    does: ({ by }) => ({ words: ['advance'], operands: [String(by)] }),
    rest: made,
  },
  wait: {
    description: 'Wait for a final or given status, or an answered webhook. Never sleep or poll.',
    input: z.object({
      transaction,
      status,
      webhook: flag.optional(),
      timeout: text.optional().describe('At most 45s (default: 10s).'),
    }),
    readOnlyHint: true,
    does: (input) => ({
      words: ['wait', ...flags(input, 'status', 'webhook', 'timeout')],
      operands: [String(input.transaction)],
    }),
  },
  explain: {
    description: 'Why a transaction went as it did.',
    input: z.object({ transaction }),
    readOnlyHint: true,
    does: (input) => ({ words: ['explain'], operands: [String(input.transaction)] }),
    rest: `${toolText({ tool: 'webhooks', input: { show: 'ID' } })} shows one webhook`,
  },
  transactions: {
    description: 'Transactions, newest first.',
    input: z.object({
      status,
      flow: z.enum(flows).optional(),
      reference: text.optional(),
      after: text.optional(),
      limit: count(100).optional(),
    }),
    readOnlyHint: true,
    does: (input) => ({ words: ['transactions', ...flags(input, 'status', 'flow', 'reference', 'after', 'limit')] }),
    rest: fewer('transactions', { limit: 10 }),
  },
  webhooks: {
    description: 'Webhooks, newest first, or one in full.',
    input: z.object({
      show: text.optional().describe('Webhook or transaction: body, headers, answers.'),
      status: z.enum(deliveryStatuses).optional(),
      reference: text.optional(),
      limit: count(100).optional(),
    }),
    readOnlyHint: true,
    does: (input) =>
      input.show === undefined
        ? { words: ['webhooks', 'list', ...flags(input, 'status', 'reference', 'limit')] }
        : { words: ['webhooks', 'show'], operands: [String(input.show)] },
    rest: fewer('webhooks', { limit: 10 }),
  },
  scenarios: {
    description: 'List the scenarios, or let one happen to the next create calls.',
    input: z.object({
      use: text.optional().describe('For the next create call.'),
      times: count(mostTimes).optional(),
      grep: text.optional().describe('List those with this text.'),
    }),
    does: (input) =>
      input.use === undefined
        ? { words: ['scenarios', 'list', ...flags(input, 'grep')] }
        : { words: ['use', ...flags(input, 'times')], operands: [String(input.use)] },
    rest: fewer('scenarios', { grep: 'TEXT' }),
  },
  report: {
    description: 'What the merchant got wrong, missed or never tried.',
    input: z.object({ all: flag.optional().describe('Of every business.') }),
    readOnlyHint: true,
    does: ({ all }) => ({ words: ['report'], ...(all === true ? { key: everyBusiness } : {}) }),
  },
  settings: {
    description: 'Set where webhooks go.',
    input: z.object({ callbackUrl: text }),
    does: {
      async ask(client, { callbackUrl }) {
        const business = await client.call('PATCH /_sandbox/business', { callbackUrl: String(callbackUrl) })
        return `webhooks go to ${business.callbackUrl} when a request names no callbackURL`
      },
    },
  },
  reset: {
    description: 'Delete all transactions; all else begins again.',
    input: z.object({}),
    destructiveHint: true,
    does: () => ({ words: ['reset'] }),
  },
}
