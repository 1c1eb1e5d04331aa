import { useEffect } from 'preact/hooks'
import { Manage } from '../business/manage.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { every } from '../state/browser-time.ts'
import { type BusinessSummary, businesses, businessKey, loadBusinesses, showBusiness } from '../state/business.ts'
import { isNarrow } from '../state/screen.ts'
import { status, transactionsIn } from '../state/status.ts'

/** Of the shown business as new as its status is. */
function countOf({ key, transactions }: Pick<BusinessSummary, 'key' | 'transactions'>): number {
  return status.value?.key === key ? transactionsIn(status.value) : transactions
}

/** The list is loaded this often: a new business may appear at any time. */
const againMs = 5000

export function BusinessMenu() {
  const key = businessKey.value
  const others = businesses.value.some((business) => business.key === key) ? [] : [{ key, transactions: 0 }]
  const load = () => void loadBusinesses().catch(() => {})
  useEffect(() => every(againMs, load), [])
  return (
    <>
      <span class="business-label faint">Business</span>
      <select
        aria-label="Business"
        class="business-select mono"
        value={key}
        onFocus={load}
        onChange={(event) => showBusiness(event.currentTarget.value)}
      >
        {[...others, ...businesses.value].map((business) => (
          <option key={business.key} value={business.key}>
            {business.key}
            {!isNarrow.value && ` (${countOf(business).toLocaleString('en')})`}
          </option>
        ))}
      </select>
      <CopyButton text={key} label="Copy the API key" small />
      <Manage key={key} />
    </>
  )
}
