import { z } from 'zod'
import { noParameters, requestBody } from '../../contract/named.ts'
import { meantInstead, probablyMeant } from '../../domain/did-you-mean.ts'
import type { Result } from '../../domain/plan.ts'
import type { ActionByHand } from '../../engine/settle/act-by-hand.ts'
import { invalid, refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import type { ControlTools } from '../tools.ts'
import { presentTransactionInFull, type StoryTools, transactionInFullView } from './transaction-in-full.ts'

export const approveTransaction = action('approve', 'Approve a transaction, or pay what is due')
export const declineTransaction = action('decline', 'Decline the prompt: wrong_pin')
export const ignoreTransaction = action('ignore', 'Leave the prompt unanswered: prompt_timeout')
export const expireTransaction = action('expire', 'Let the virtual account or the OTP expire')

export const failTransaction = controlEndpoint({
  route: 'POST /_sandbox/transactions/{id}/fail',
  summary: 'Fail a transaction with a result',
  params: { id: 'Id of the transaction.' },
  body: requestBody('FailRequest', {
    result: z
      .string({ error: 'is missing; write the name of a result such as switch_error' })
      .describe('Name of a result.'),
  }),
  answer: transactionInFullView,
  refuses: ['not_found', 'conflict'],
  handle: ({ key, params: { id }, body, ...tools }) =>
    actOn(key, id, { action: 'fail', result: resultNamed(body.result, tools.scenarios(key).results) }, tools),
})

function action(name: 'approve' | 'decline' | 'ignore' | 'expire', summary: string) {
  return controlEndpoint({
    route: `POST /_sandbox/transactions/{id}/${name}`,
    summary,
    params: { id: 'Id of the transaction.' },
    body: noParameters,
    answer: transactionInFullView,
    refuses: ['not_found', 'conflict'],
    handle: ({ key, params: { id }, ...tools }) => actOn(key, id, { action: name }, tools),
  })
}

export async function actOn(
  key: string,
  id: string,
  action: ActionByHand,
  tools: Pick<ControlTools, 'actByHand' | StoryTools>,
) {
  const transaction = await tools.actByHand(key, id, action)
  if (transaction === null) throw refusal({ why: 'not-here', what: 'transaction', name: id, key })
  return { body: presentTransactionInFull(transaction, key, tools) }
}

/** The result of this name, which is a failure. Throws a refusal. */
export function resultNamed(name: string, results: ReadonlyMap<string, Result>): Result {
  const result = results.get(name)
  if (result && name !== 'approved') return result
  if (result) throw invalid('result', 'approved is not a failure; use approve')
  const names = [...results.keys()].filter((known) => known !== 'approved')
  const coded = names.filter((known) => results.get(known)?.code === name)
  if (coded.length > 0) throw invalid('result', codeText(name, coded))
  // Without a near one the problem has all of them.
  const isNear = probablyMeant(name, names) !== null
  const problem = `${name.slice(0, 64)} is not a result; ${meantInstead(name, names)}`
  throw invalid('result', problem, isNear ? `results are ${names.join(', ')}` : undefined)
}

/** Several results can share a code, so a code alone names none. */
function codeText(code: string, names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed()
  if (others.length === 0) return `${code} is the code of ${last}: write that`
  return `${code} is the code of ${others.toReversed().join(', ')} and ${last}: write one of them`
}
