import { type ControlClient, ControlFailure } from '../../control-client.ts'

/** A transaction as the control API tells its story: what the command line shows of it. */
export interface Story {
  readonly id: string
  readonly status: string
  readonly flow: string
  readonly currency: string
  readonly amount: number | string
  readonly reference_business: string
  readonly scenario: { readonly name: string; readonly by: string }
  readonly virtual_account?: { readonly account_number: string } | null
  readonly timeline: readonly StoryEvent[]
  readonly deliveries: readonly Webhook[]
}

/** One entry of a timeline; its facts stand beside these. */
export interface StoryEvent {
  readonly at: string
  readonly event: string
  readonly [fact: string]: unknown
}

/** A webhook and its attempts. */
export interface Webhook {
  readonly id: string
  readonly reference: string
  readonly url: string
  readonly status: string
  readonly attempts: readonly {
    readonly number: number
    readonly response: { readonly status: number } | null
    readonly error: string | null
    readonly durationMs: number | null
  }[]
}

/** The transaction with this id, or else with this reference of the merchant's. Fails with 404 where there is none. */
export async function findTransaction(client: ControlClient, name: string): Promise<Story> {
  // What is no id is not looked for as one: a path would read dots as its own.
  const byId = /^[\w-]{1,64}$/.test(name) ? await orNull(storyOf(client, name)) : null
  if (byId !== null) return byId
  const query = new URLSearchParams({ reference: name, limit: '1' })
  const { data } = (await client.get(`/_sandbox/transactions?${query}`)) as { readonly data: readonly Story[] }
  const [found] = data
  if (found !== undefined) return storyOf(client, found.id)
  throw new ControlFailure({
    status: 404,
    code: 'not_found',
    message: `No transaction of this business has the id or the reference ${name}`,
    hint: 'payments-sandbox status shows what the business holds; --key chooses another',
  })
}

async function storyOf(client: ControlClient, id: string): Promise<Story> {
  return (await client.get(`/_sandbox/transactions/${id}`)) as Story
}

/** Null where there is no such thing. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ControlFailure && error.status === 404) return null
    throw error
  }
}
