import { useSignal } from '@preact/signals'
import { Shown } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { useAnswer } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import { Answers } from './answers.tsx'
import { Handset } from './handset.tsx'
import { type Customer, changesPhones, type Phone, type PhoneSummary } from './phone.ts'

interface LivePhoneProps {
  readonly number: string
  /** Null if the phone was never asked to pay. */
  readonly summary: Pick<PhoneSummary, 'network' | 'waitsFor'> | null
  /** The right PIN, to offer the possible answers beside the phone; null to show the phone alone. */
  readonly pin: string | null
}

export function LivePhone({ number, summary, pin }: LivePhoneProps) {
  const { client } = useSession()
  const { loaded, reload } = useAnswer(changesPhones, 'GET /_sandbox/phones/{number}', { number })
  const answered = useSignal<string | null>(null)
  const customerOf = (id: string): Customer => {
    const run = async (action: () => Promise<unknown>, done: string) => {
      if ((await act(action, done, linkTo('transactions', id))) === null) return
      answered.value = id
      reload()
    }
    return {
      typePin: (typed) =>
        run(
          () => client.call('POST /_sandbox/phones/{number}/pin', { number, pin: typed, transactionId: id }),
          'PIN sent',
        ),
      cancel: () => run(() => client.call('POST /_sandbox/transactions/{id}/decline', { id }), 'Cancelled'),
      ignore: () => run(() => client.call('POST /_sandbox/transactions/{id}/ignore', { id }), 'Not answered'),
    }
  }
  return (
    <Shown loaded={loaded.value} retry={reload}>
      {(phone: Phone) => {
        const open = phone.prompts.find(({ status }) => status === 'open')
        const customer = open === undefined ? null : customerOf(open.transactionId)
        return (
          <>
            <Handset
              number={number}
              network={summary?.network ?? ''}
              phone={phone}
              customer={customer}
              answered={answered}
            />
            {pin !== null && (
              <Answers
                id={(open ?? summary?.waitsFor[0] ?? phone.prompts[0])?.transactionId ?? null}
                pin={pin}
                customer={customer}
              />
            )}
          </>
        )
      }}
    </Shown>
  )
}
