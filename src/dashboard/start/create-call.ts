import { send } from '../api/client.ts'
import { Failure } from '../api/failure.ts'

/** A create call of the service, and the scenario that it names. */
export interface Creating {
  readonly path: string
  readonly key: string
  readonly scenario: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Makes a create call as a merchant's server would, and gives the id of its transaction; rejects with a `Failure`. */
export async function createCall({ path, key, scenario, body }: Creating): Promise<string> {
  const headers = { authorization: key, 'content-type': 'application/json', 'x-sandbox-scenario': scenario }
  const answer = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const record: unknown = await answer.json().catch(() => null)
  const id = textAt(Array.isArray(record) ? record[0] : record, 'id')
  if (answer.ok && id !== null) return id
  const why = textAt(record, 'message') ?? `It answered ${answer.status}`
  throw new Failure({ status: answer.status, code: '', message: why })
}

/** A text, or a list of texts as one; null where there is neither. */
function textAt(value: unknown, name: string): string | null {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null
  if (Array.isArray(found)) return found.join('; ')
  return typeof found === 'string' ? found : null
}
