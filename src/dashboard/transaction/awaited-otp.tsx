import { callService } from '../api/call-service.ts'
import type { Client } from '../api/client.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { act } from '../state/act.ts'
import { linkTo } from '../state/router.ts'
import type { Transaction } from '../state/transaction.ts'

interface AwaitedOtpProps {
  readonly transaction: Transaction
  readonly client: Client
  /** The right one was submitted. */
  readonly onAccepted: () => void
}

/** The OTP that a transaction waits for: what the customer reads in the SMS, and hands to the merchant's server. */
export function AwaitedOtp({ transaction: { id, otp, customer }, client, onAccepted }: AwaitedOtpProps) {
  if (otp === null) return null
  const submit = async () => {
    const path = '/collections/otp'
    const accepted = await act(() => callService({ path, key: client.key, body: { id, otp } }), 'The OTP was accepted')
    if (accepted !== null) onAccepted()
  }
  return (
    <p class="next-otp">
      <Icon name="message" />
      <span>Your server is to submit the OTP</span>
      <b class="mono number">{otp}</b>
      <CopyButton text={otp} label="Copy the OTP" small />
      <button type="button" class="primary" onClick={submit}>
        Submit it
      </button>
      <a class="button" href={linkTo('phones', String(customer.accountNumber))}>
        The customer's phone
      </a>
    </p>
  )
}
