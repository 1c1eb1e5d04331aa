import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Manage } from '../business/manage.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { every } from '../state/browser-time.ts'
import { type BusinessSummary, businesses, businessKey, loadBusinesses, showBusiness } from '../state/business.ts'
import { isNarrow } from '../state/screen.ts'
import { status, transactionsIn } from '../state/status.ts'

/** How many transactions: of the shown business as new as its status is. */
function textOf({ key, transactions }: Pick<BusinessSummary, 'key' | 'transactions'>): string {
  return (status.value?.key === key ? transactionsIn(status.value) : transactions).toLocaleString('en')
}

/** The list is loaded this often: a new business may appear at any time. */
const againMs = 5000

/** Shows the business and how many transactions it has. What is typed into it finds another by a part of its name. */
export function BusinessMenu() {
  const key = businessKey.value
  const others = businesses.value.some((business) => business.key === key) ? [] : [{ key, transactions: 0 }]
  const all = [...others, ...businesses.value].map((business) => ({ key: business.key, count: textOf(business) }))
  const typed = useSignal<string | null>(null)
  const load = () => void loadBusinesses().catch(() => {})
  useEffect(() => every(againMs, load), [])
  const choose = (field: HTMLInputElement) => {
    const text = field.value.trim()
    const found = all.find((one) => one.key === text) ?? all.find((one) => text !== '' && one.key.includes(text))
    if (found === undefined) return
    showBusiness(found.key)
    field.blur()
  }
  const own = all.find((one) => one.key === key)
  const shown = isNarrow.value ? key : `${key} (${own?.count})`
  return (
    <>
      <span class="business-label faint">Business</span>
      <input
        aria-label="Business"
        class="business-select mono"
        list="businesses"
        placeholder="Part of a name"
        autocomplete="off"
        size={shown.length + (isNarrow.value ? 2 : 4)}
        value={typed.value ?? shown}
        onFocus={() => {
          typed.value = ''
          load()
        }}
        onBlur={() => (typed.value = null)}
        onInput={({ currentTarget, inputType }) => {
          typed.value = currentTarget.value
          // A click in the list replaces the whole text.
          if (inputType === 'insertReplacementText') choose(currentTarget)
        }}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && choose(currentTarget)}
      />
      <datalist id="businesses">
        {all.map((one) => (
          <option key={one.key} value={one.key}>
            {one.count}
          </option>
        ))}
      </datalist>
      <CopyButton text={key} label="Copy the API key" small />
      <Manage key={key} />
    </>
  )
}
