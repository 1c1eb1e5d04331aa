import type { Flow } from '../../catalogue/flows.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { loadTest } from '../transaction/load-test.ts'
import type { Finding } from './verdict.ts'

/** The next call of the merchant's code plays it. */
export function QueueNext({ use, flow }: { readonly use: string; readonly flow: Flow | null }) {
  const { client } = useSession()
  const entry = { use, ...(flow !== null && { match: { flow } }) }
  const queue = () => act(() => client.call('POST /_sandbox/scenarios/queue', entry), `The next request gets ${use}`)
  return (
    <Button aria-label={`Queue next: ${use}`} onClick={queue}>
      Queue next
    </Button>
  )
}

/** A test that fails as long as the merchant's code has this problem. */
export function CopyTest({ id, finding }: { readonly id: string; readonly finding: Finding }) {
  const { client } = useSession()
  return <CopyButton text={() => loadTest(client, id, finding)} label="Copy as test" />
}
