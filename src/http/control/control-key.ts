import { type BoundEndpoint, useOf } from '../../contract/endpoint.ts'
import { everyBusiness } from '../../domain/keys.ts'
import { invalid } from '../../words/errors.ts'
import { type Access, authenticate } from '../service/authorize.ts'

const defaultKey = 'test_sandbox'

/**
 * The business that a control call acts on. Throws if a call that changes something has query parameters that it does not take, and with `?key=` it would act on another business than its caller means.
 */
export function controlKey(
  { acceptsKey, gate }: Access,
  endpoint: BoundEndpoint,
  authorization: string | undefined,
  query: URLSearchParams,
): string {
  const { method, anyKey, takesAll, query: declared } = endpoint
  if (method !== 'GET') refuseParameters(query, declared !== undefined)
  if (anyKey) return defaultKey
  if (takesAll && query.get('key') === everyBusiness) return everyBusiness
  const named = authorization ?? (method === 'GET' ? query.get('key') : null)
  const key = named ? authenticate(named, acceptsKey) : defaultKey
  const use = useOf(endpoint)
  if (use !== null) gate(key, use)
  return key
}

function refuseParameters(query: URLSearchParams, hasOwn: boolean): void {
  const [name] = query.has('key') ? ['key'] : query.keys()
  if (name === undefined || (hasOwn && name !== 'key')) return
  if (name !== 'key') {
    throw invalid('', 'This call takes no query parameters', 'send what it needs in its body')
  }
  const mend = 'send Authorization: test_... to choose the business'
  throw invalid('key', 'chooses the business of a GET only; nothing was done', mend)
}
