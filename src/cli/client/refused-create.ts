import { type ControlClient, ControlFailure } from '../../control-client.ts'

/** Why there is no transaction with this reference although the merchant's code asked for one; null where it did not. */
export async function refusedCreate(client: ControlClient, reference: string): Promise<ControlFailure | null> {
  const { data } = await client.call('GET /_sandbox/requests', { limit: 1000 })
  const call = data.find((one) => one.method === 'POST' && one.reference === reference)
  if (call === undefined) return null
  const answered = call.status === null ? 'got no answer' : `was answered ${call.status}${messageIn(call.answer)}`
  return new ControlFailure({
    status: 404,
    code: 'not_found',
    message: `There is no transaction ${reference}; its create call ${answered}`,
    hint: 'payments-sandbox tail shows such calls as they come; GET /_sandbox/requests has the last 1,000',
  })
}

/** What a refusal says, all of it (D6, D8). */
function messageIn(answer: unknown): string {
  const messages = [answer].flat().flatMap((one) => {
    const said: unknown = typeof one === 'object' && one !== null && 'message' in one ? one.message : []
    return said
  })
  return messages.length === 0 ? '' : `: ${messages.join('; ')}`
}
