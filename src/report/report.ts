import { z } from 'zod'
import { answerObject, type Shown } from '../contract/named.ts'
import { flows, statuses } from '../domain/transaction.ts'
import { levels } from './finding-rule.ts'

const business = z.string().describe('The key of the business.')
const count = z.int().min(0)
const names = z.array(z.string())

const bounds = z.object({ gte: count.optional(), lte: count.optional() })
const expectations = answerObject('Expectations', 'What a scenario expects of each of its transactions.', {
  deliveries: z.union([count, bounds]).optional().describe('Webhooks that reached the receiver.'),
  statusQueries: count.optional().describe('Queries of the final status, at least.'),
  duplicateCreates: count.optional().describe('Create calls that came again, at most.'),
  ackedWithin: z.string().optional().describe('The slowest 2xx, in real time, at most.'),
})

export const expectedKeys = ['deliveries', 'statusQueries', 'duplicateCreates', 'ackedWithin'] as const

const actual = answerObject('ActualBehaviour', 'What came, by the keys that were expected.', {
  deliveries: count.optional(),
  statusQueries: count.optional(),
  duplicateCreates: count.optional(),
  ackedWithin: z.string().nullable().optional().describe('Null while no webhook was answered 2xx.'),
})

const checked = answerObject('CheckedExpectations', 'The expectations of one transaction, judged.', {
  business,
  scenario: z.string().describe('The scenario that was chosen.'),
  transactionId: z.string().describe('Id of the transaction.'),
  reference: z.string().describe("The merchant's reference."),
  status: z.enum(statuses).describe('Status of the transaction.'),
  expect: expectations.describe('What the scenario expects.'),
  actual: actual.describe('What came.'),
  unmet: z.array(z.enum(expectedKeys)).describe('The expected keys that are not met.'),
  webhooksPending: count.describe('Webhooks that were still to come or to be tried again.'),
  ok: z.boolean().describe('Whether they are met.'),
})

const unused = answerObject('UnusedScenario', 'A queued scenario that no request has used, or not often enough.', {
  business,
  use: z.string().describe('Name of the scenario.'),
  remaining: z.int().min(1).describe('How often it was still to be used.'),
})

const books = answerObject('TwoBooks', "The sandbox's ledger and your books side by side, and what happened.", {
  rows: z.array(
    answerObject('BooksRow', 'What both say of a transaction, of an order or of a balance.', {
      what: z.string().describe('The reference; or `together` for an order, or `balance`.'),
      ledger: z.string().describe('What the sandbox has.'),
      shop: z.string().nullable().describe('What your server says; null if another row has it.'),
    }),
  ),
  steps: z.array(
    answerObject('BooksStep', 'What happened, in causal order.', {
      at: z.string().describe('Sandbox time.'),
      after: z.string().describe('Time since the first event.'),
      reference: z.string().describe("The merchant's reference."),
      text: z.string().describe('What happened.'),
    }),
  ),
  more: count.describe('Steps that are left out.'),
})

const finding = answerObject('Finding', "Something the merchant's code did that will hurt it in production.", {
  level: z.enum(levels).describe('error: loses or doubles money; warning: will hurt in production; info.'),
  rule: z.string().describe('Name of the rule that found it.'),
  business,
  transactionId: z.string().nullable().describe('Null if it is about no single transaction.'),
  reference: z.string().optional().describe("The merchant's reference, if it is about one transaction."),
  evidence: z.string().describe('What was seen, and what to do.'),
  section: z.string().describe('The part of the specification, or the decision, that it rests on.'),
  books: books.optional().describe('Only of the first mistakes about money.'),
})

const situation = answerObject(
  'Situation',
  'What every integration meets once it is live, and whether yours met it here.',
  {
    name: z.string().describe('Also the name of the shipped scenario that brings it about.'),
    says: z.string().describe('What your code does then.'),
    flow: z.enum(flows).nullable().describe('The flow it belongs to; null for any.'),
    met: z.boolean().describe('Whether it happened; of `lost-reply`, whether your code survived it.'),
    played: z.boolean().describe('Whether it happened.'),
    survived: z
      .boolean()
      .describe(
        'Whether your code showed that it survives it: it refused a wrong signature, asked for the status when no webhook came, or survived a lost reply. Only your own tests show it of other situations.',
      ),
    add: z.string().nullable().describe('The line of test code that brings it about; null if it was met.'),
  },
)

export const reportView = answerObject(
  'Report',
  'What was expected, left unused and noticed, and which situations were met.',
  {
    ok: z.boolean().describe('Every expectation is met and every queued scenario was used.'),
    expectations: z.array(checked).describe('One for each transaction whose scenario expects something.'),
    unjudged: names.describe('Scenarios of yours that expect something, that were asked for, and that no request met.'),
    unused: z.array(unused).describe('Queued scenarios that no request has used.'),
    findings: z.array(finding).describe('The most serious first.'),
    notChecked: names.optional().describe('Why there is no verdict about some money; if the probe was asked.'),
    situations: z
      .array(situation)
      .describe(
        'What to check before going live: the situations of the flows in use, or of the flow that was asked for.',
      ),
    others: z
      .union([names, count])
      .optional()
      .describe(
        'Other businesses that had a call: `?key=all` reports on them too. A sandbox with a token gives only their number. Only in the report of one business.',
      ),
  },
)
export type Report = Shown<typeof reportView>

export const everyReportView = answerObject('EveryReport', 'The reports of all businesses that had a call.', {
  businesses: z.array(
    answerObject('BusinessReport', 'The report of one of several businesses.', {
      key: business,
      ...reportView.omit({ others: true }).shape,
    }),
  ),
})
export type EveryReport = Shown<typeof everyReportView>
export type BusinessReport = EveryReport['businesses'][number]
export type CheckedExpectations = Report['expectations'][number]
export type ShownExpectations = CheckedExpectations['expect']
/** What happened, by the same keys; `ackedWithin` is null if no webhook was answered 2xx. */
export type ActualBehaviour = CheckedExpectations['actual']
export type Finding = Report['findings'][number]
export type FindingBooks = NonNullable<Finding['books']>
