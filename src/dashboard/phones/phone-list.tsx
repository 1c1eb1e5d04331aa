import { useSignal } from '@preact/signals'
import { SplitList } from '../parts/split-list.tsx'
import { go } from '../state/router.ts'
import { formatNumber, type PhoneSummary, waitingWords } from './phone.ts'

interface PhoneListProps {
  readonly phones: readonly PhoneSummary[]
  /** The number of the phone that is held. */
  readonly shown: string
}

/** Every phone that was asked to pay, the one asked last first, with what waits on it. */
export function PhoneList({ phones, shown }: PhoneListProps) {
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
            <span class="phones-waiting">{waitingWords(phone)}</span>
            <span class="soft number cut">{formatNumber(phone.number)}</span>
            <span class="faint">{phone.network}</span>
          </>
        ),
      }))}
    >
      <NumberForm />
    </SplitList>
  )
}

/** Takes up the phone of any number. */
export function NumberForm() {
  const number = useSignal('')
  return (
    <form
      class="phones-other"
      onSubmit={(event) => {
        event.preventDefault()
        if (number.value.trim() !== '') go('phones', number.value.trim())
        number.value = ''
      }}
    >
      <input
        type="tel"
        aria-label="Another number"
        placeholder="Another number"
        value={number.value}
        onInput={(event) => {
          number.value = event.currentTarget.value
        }}
      />
      <button type="submit">Take</button>
    </form>
  )
}
