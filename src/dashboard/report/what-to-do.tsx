import type { Flow } from '../../catalogue/flows.ts'
import { Button } from '../parts/button.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'

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

export function DocsLink({ page, children }: { readonly page: string; readonly children: string }) {
  return <a href={`/_sandbox/docs/${page}.md`}>{children}</a>
}
