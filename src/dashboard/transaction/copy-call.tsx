import type { Client } from '../api/client.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { useResource } from '../state/resource.ts'
import { curlOf } from './curl.ts'

/** Copies the create call as a curl command, with the key that the journal does not show; nothing where it is forgotten. */
export function CopyCall({ id, client }: { readonly id: string; readonly client: Client }) {
  const { loaded } = useResource(
    () => client.call('GET /_sandbox/requests', { transactionId: id, limit: 50 }),
    () => false,
    [id],
  )
  const call = loaded.value.state === 'ready' ? loaded.value.value.data.at(-1) : undefined
  if (call === undefined) return null
  const { method, path, headers, body } = call
  const repeated = {
    method,
    url: `${location.origin}${path}`,
    headers: { ...headers, authorization: client.key },
    body,
  }
  return <CopyButton text={() => curlOf(repeated)} label="Copy as curl" />
}
