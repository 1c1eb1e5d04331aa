import type { AnswerOf } from '../../control/routes.ts'
import { isMoneyRule } from '../report/rule-words.ts'
import type { Transaction } from '../state/transaction.ts'

/** A finding of the report. */
export type Problem = Pick<AnswerOf<'GET /_sandbox/report'>['findings'][number], 'rule' | 'evidence'>

/** What differs between the test of a timeline and the test of a problem. */
interface TestEnd {
  readonly title: string
  readonly callbackUrl: string
  /** Lines that follow what happened. */
  readonly more: readonly string[]
  readonly last: readonly string[]
}

const own = '// Let your own code make the calls and get the webhooks.'
const asked = `${own} Then put here what it has to show.`

export function usualEnd({ reference_business: reference, status }: Transaction): TestEnd {
  return {
    title: `${reference} is ${status}`,
    callbackUrl: 'merchant.url',
    more: [],
    last: [asked, `assert.fail(\`${quoted(reference)} is \${status}: what does your code show?\`)`],
  }
}

/** Rules that a replay of one transaction does not show again. Those of money need the merchant's books. */
const unseen = ['charged-again', 'slow-webhook-answer']

/** The create call of the test, and the filter that finds its transaction. */
interface Written {
  readonly create: string
  readonly wanted: string
}

/** The test fails as long as the report has this problem, or until the user's own code is asked. */
export function endWith({ rule, evidence }: Problem, transaction: Transaction, { create, wanted }: Written): TestEnd {
  const isUnseen = isMoneyRule(rule) || unseen.includes(rule)
  const callbackUrls: Readonly<Record<string, string>> = {
    // Nothing listened there.
    'refused-connection': JSON.stringify(transaction.callbackUrl),
    'no-callback-address': 'undefined',
  }
  const after: Readonly<Record<string, readonly string[]>> = {
    'never-asked': ["await shop.advance('5m')"],
    'reference-used-again': [create],
  }
  return {
    title: `${transaction.reference_business} has no ${rule}`,
    callbackUrl: callbackUrls[rule] ?? 'merchant.url',
    more: after[rule] ?? [],
    last: isUnseen
      ? [asked, `assert.fail(\`${quoted(evidence)}\`)`]
      : [
          `${own} Then it passes once your code does right.`,
          `const { id } = await shop.transaction(${wanted})`,
          'const { findings } = await shop.report()',
          `const found = findings.find((one) => one.rule === '${rule}' && one.transactionId === id)`,
          'assert.ok(found === undefined, found?.evidence)',
        ],
  }
}

/** A text between backticks. */
export function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')
}
