import { ControlFailure } from '../../control-client/failure.ts'
import { send } from './client.ts'

export interface ServiceCall {
  readonly path: string
  readonly key: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Calls the service, and returns the id of the transaction in its answer; rejects with a `ControlFailure`. */
export async function callService({ path, key, headers, body }: ServiceCall): Promise<string> {
  const sent = { authorization: key, 'content-type': 'application/json', ...headers }
  const answer = await send(path, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  const record: unknown = await answer.json().catch(() => null)
  const id = textAt(Array.isArray(record) ? record[0] : record, 'id')
  if (answer.ok && id !== null) return id
  const why = textAt(record, 'message') ?? `It answered ${answer.status}`
  throw new ControlFailure({ status: answer.status, code: '', message: why })
}

/** Returns a text, or a list of texts as one, or null. */
function textAt(value: unknown, name: string): string | null {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null
  if (Array.isArray(found)) return found.join('; ')
  return typeof found === 'string' ? found : null
}
