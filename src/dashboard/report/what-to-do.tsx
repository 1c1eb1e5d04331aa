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

/** The command that prints a page of the guide: as the sandbox serves it, as Markdown, a browser shows it unformatted. */
export function GuideLine({ page }: { readonly page: string }) {
  const command = `payments-sandbox guide ${page}`
  return (
    <>
      <code>{command}</code> says more. <CopyButton text={command} label="Copy the command" small />
    </>
  )
}

/** A test that fails as long as the merchant's code has this problem. */
export function CopyTest({ id, finding }: { readonly id: string; readonly finding: Finding }) {
  const { client } = useSession()
  return <CopyButton text={() => loadTest(client, id, finding)} label="Copy as test" />
}
