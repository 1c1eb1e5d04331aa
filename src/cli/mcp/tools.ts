import { z } from 'zod'
import { flows } from '../../domain/transaction.ts'

export interface Tool {
  readonly description: string
  readonly input: z.ZodObject
  readonly readOnlyHint?: true
  readonly destructiveHint?: true
  /** The words of the command and its arguments. A value that begins with a dash is not an option. */
  readonly command: (input: Input) => Typed
  /** The words of the command that shows what was cut; without it those of `command`. */
  readonly rest?: readonly string[]
}

type Input = Readonly<Record<string, unknown>>

interface Typed {
  readonly words: readonly string[]
  readonly operands?: readonly string[]
}

const transaction = z.string().describe('Id or reference of a transaction.')
const flags = (input: Input, ...names: readonly string[]): string[] =>
  names.flatMap((name) => {
    if (input[name] === undefined || input[name] === false) return []
    return [input[name] === true ? `--${name}` : `--${name}=${input[name]}`]
  })

const creations = {
  collect: ['collect', 'mobile-money'],
  account: ['collect', 'virtual-account'],
  'mobile-money-payout': ['payout', 'mobile-money'],
  'bank-payout': ['payout', 'bank'],
} as const

const acts = ['approve', 'decline', 'ignore', 'expire', 'pin', 'otp', 'pay', 'fail'] as const

export const tools: Readonly<Record<string, Tool>> = {
  status: {
    description: 'What the business holds, its clock, queue and newest problems. Begin here.',
    input: z.object({}),
    readOnlyHint: true,
    command: () => ({ words: ['status'] }),
  },
  create: {
    description:
      'Make a call as the merchant would, and follow the transaction to its webhook, or until nothing more comes by itself.',
    input: z.object({
      kind: z.enum(Object.keys(creations) as [keyof typeof creations, ...(keyof typeof creations)[]]),
      scenario: z.string().optional().describe('What happens to it, such as wrong-pin; the tool scenarios lists all.'),
      amount: z.string().optional().describe('In major units, such as 10.50.'),
      currency: z.string().optional(),
      number: z.string().optional().describe('Phone or account number. Its end can choose a scenario.'),
      reference: z.string().optional(),
    }),
    command: (input) => ({
      words: [
        ...creations[input.kind as keyof typeof creations],
        '--no-wait',
        ...flags(input, 'scenario', 'amount', 'currency', 'number', 'reference'),
      ],
    }),
    rest: ['transactions'],
  },
  act: {
    description:
      'Act as the customer or the provider: approve, decline, type a PIN, read an OTP, pay into an account, fail.',
    input: z.object({
      act: z.enum(acts),
      target: z
        .string()
        .describe('Id or reference of a transaction; the phone number for pin and otp; the account number for pay.'),
      value: z.string().optional().describe('The PIN for pin, the amount for pay, the result for fail.'),
    }),
    command: ({ act, target, value }) => ({
      words: [String(act)],
      operands: [target, value].flatMap((one) => (one === undefined ? [] : [String(one)])),
    }),
    rest: ['transactions'],
  },
  advance: {
    description: "Move the business's time forward, and run all that falls due: webhooks, expiries, retries.",
    input: z.object({ by: z.string().describe('A duration such as 30m.') }),
    command: ({ by }) => ({ words: ['advance'], operands: [String(by)] }),
    rest: ['transactions'],
  },
  wait: {
    description:
      'Wait until a transaction is final, has a status, or its webhook was answered 2xx. Never sleep or poll.',
    input: z.object({
      transaction,
      status: z.enum(['INITIATED', 'PENDING', 'COMPLETED', 'FAILED']).optional(),
      webhook: z.boolean().optional(),
      timeout: z.string().optional().describe('The longest wait, in real time, at most 45s (default: 10s).'),
    }),
    readOnlyHint: true,
    command: (input) => ({
      words: ['wait', ...flags(input, 'status', 'webhook', 'timeout')],
      operands: [String(input.transaction)],
    }),
  },
  explain: {
    description:
      'Why a transaction went as it did: what chose its scenario, each step, each webhook and what was answered.',
    input: z.object({ transaction }),
    readOnlyHint: true,
    command: (input) => ({ words: ['explain'], operands: [String(input.transaction)] }),
  },
  transactions: {
    description: 'The transactions, newest first.',
    input: z.object({
      status: z.enum(['INITIATED', 'PENDING', 'COMPLETED', 'FAILED']).optional(),
      flow: z.enum(flows).optional(),
      reference: z.string().optional(),
      limit: z.int().min(1).max(100).optional(),
    }),
    readOnlyHint: true,
    command: (input) => ({ words: ['transactions', ...flags(input, 'status', 'flow', 'reference', 'limit')] }),
  },
  scenarios: {
    description: 'List the scenarios that can happen, or let one happen to the next create calls.',
    input: z.object({
      use: z.string().optional().describe('The scenario for the next create call; without it they are listed.'),
      times: z.int().min(1).optional(),
      grep: z.string().optional().describe('List only scenarios that contain the text.'),
    }),
    command: (input) =>
      input.use === undefined
        ? { words: ['scenarios', 'list', ...flags(input, 'grep')] }
        : { words: ['use', ...flags(input, 'times')], operands: [String(input.use)] },
  },
  report: {
    description: 'What was expected and not met, what the merchant got wrong, and what was never tried.',
    input: z.object({}),
    readOnlyHint: true,
    command: () => ({ words: ['report'] }),
  },
  reset: {
    description: 'Delete every transaction of the business; its wallets, clock and settings begin again.',
    input: z.object({}),
    destructiveHint: true,
    command: () => ({ words: ['reset'] }),
  },
}
