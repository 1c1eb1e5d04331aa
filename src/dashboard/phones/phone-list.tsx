import { useSignal } from '@preact/signals'
import { keptIn } from '../parts/kept-in.ts'
import { SplitList } from '../parts/split-list.tsx'
import { go, linkTo } from '../state/router.ts'
import { formatNumber, mostPhones, type PhoneSummary, waitingWords } from './phone.ts'

export function PhoneList({ phones, shown }: { readonly phones: readonly PhoneSummary[]; readonly shown: string }) {
  return (
    <SplitList
      name="All phones"
      view="phones"
      shown={shown}
      items={phones.map((phone) => ({
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
      }))}
    >
      {phones.length === mostPhones && <p class="soft">The newest 1,000 phones. Open any other by its number.</p>}
      <NumberForm />
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
