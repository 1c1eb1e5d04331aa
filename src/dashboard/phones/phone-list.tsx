import { useSignal } from '@preact/signals'
import { keptIn } from '../parts/kept-in.ts'
import { SplitList } from '../parts/lists/split-list.tsx'
import { go, linkTo } from '../state/router.ts'
import type { Wanted } from '../state/wanted.ts'
import { formatNumber, type PhoneSummary, waitingWords } from './phone.ts'

interface PhoneListProps {
  readonly phones: readonly PhoneSummary[]
  readonly shown: string
  readonly wanted: Wanted
  readonly reload: () => void
}

export function PhoneList({ phones, shown, wanted, reload }: PhoneListProps) {
  const items = phones.map((phone) => ({
    id: phone.number,
    content: (
      <>
        <b class="cut">{phone.name}</b>
        <strong class="tone-neutral">{waitingWords(phone)}</strong>
        <span class="split-more soft number cut">
          {formatNumber(phone.number)} · {phone.network}
        </span>
        {phone.waitsFor.length > 0 && (
          <span class="split-more cut">{phone.waitsFor.map(({ reference }) => reference).join(', ')}</span>
        )}
      </>
    ),
  }))
  return (
    <SplitList
      name="All phones"
      view="phones"
      shown={shown}
      groups={[{ heading: null, items }]}
      searched="Name, number or reference"
      wanted={wanted}
      reload={reload}
    >
      {phones.length === 0 && (
        <p class="soft">
          No phone matches. <a href={linkTo('phones', wanted.search.value.trim())}>Open it as a number</a>
        </p>
      )}
    </SplitList>
  )
}

export function NumberForm() {
  const number = useSignal('')
  return (
    <form
      class="phones-other line"
      onSubmit={(event) => {
        event.preventDefault()
        if (number.value.trim() !== '') go(linkTo('phones', number.value.trim()))
        number.value = ''
      }}
    >
      <input type="tel" aria-label="Another number" placeholder="Another number" {...keptIn(number)} />
      <button type="submit">Open</button>
    </form>
  )
}
