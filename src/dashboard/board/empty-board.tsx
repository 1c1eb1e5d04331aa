import { useEffect } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { counted } from '../parts/format.ts'
import { Empty } from '../parts/states.tsx'
import { every } from '../state/browser-time.ts'
import { businesses, businessKey, showBusiness } from '../state/business.ts'
import { never, useAnswer } from '../state/resource.ts'
import { hashOf } from '../state/route.ts'
import { linkTo, route } from '../state/router.ts'

export function EmptyBoard() {
  const key = businessKey.value
  const others = businesses.value.filter((business) => business.transactions > 0 && business.key !== key)
  return (
    <Empty icon="transactions" title="No transaction yet">
      <p>
        Calls to <code>{location.origin}</code> with the API key <code>{key}</code> show here as they happen.
      </p>
      <p class="line">
        <a class="button" href={linkTo('start')}>
          Try it without code
        </a>
      </p>
      <Keyless />
      {others.map((business) => (
        <p key={business.key}>
          <Button onClick={() => showBusiness(business.key)}>
            Show {business.key} ({business.transactions.toLocaleString('en')})
          </Button>
        </p>
      ))}
    </Empty>
  )
}

/** Calls of no business come without an event: they are counted this often. */
const againMs = 2000
const mostCounted = 1000

/** A mistyped key is the usual reason for an empty list. */
function Keyless() {
  const { loaded, reload } = useAnswer(never, 'GET /_sandbox/requests', { keyless: 'true', limit: mostCounted })
  useEffect(() => every(againMs, reload), [])
  const count = loaded.value.state === 'ready' ? loaded.value.value.data.length : 0
  if (count === 0) return null
  return (
    <p>
      <a class="tone-bad" href={hashOf({ ...route.value, view: 'traffic', query: { show: 'keyless' } })}>
        {counted(count, 'call')} with an unusable key
      </a>
    </p>
  )
}
