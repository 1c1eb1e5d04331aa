import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Empty } from '../parts/states.tsx'
import { businesses, businessKey, showBusiness } from '../state/business.ts'
import { linkTo } from '../state/router.ts'

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
        <CopyButton text={location.origin} label="Copy the address" />
        <CopyButton text={key} label="Copy the key" />
      </p>
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
