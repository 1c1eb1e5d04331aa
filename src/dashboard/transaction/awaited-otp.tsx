import { callService } from '../api/call-service.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { linkTo } from '../state/router.ts'
import type { Transaction } from '../state/transaction.ts'

interface AwaitedOtpProps {
  readonly transaction: Transaction
  readonly onAccepted: () => void
}

/** The OTP that the merchant's server has to submit: the customer reads it in the SMS. */
export function AwaitedOtp({ transaction: { id, otp, customer }, onAccepted }: AwaitedOtpProps) {
  const { key } = useSession().client
  if (otp === null) return null
  const submit = async () => {
    const path = '/collections/otp'
    const accepted = await act(() => callService({ path, key, body: { id, otp } }), 'The OTP was accepted')
    if (accepted !== null) onAccepted()
  }
  return (
    <p class="next-otp line">
      <Icon name="message" />
      <span>Your server has to submit the OTP</span>
      <b class="number">{otp}</b>
      <CopyButton text={otp} label="Copy the OTP" small />
      <Button class="primary" onClick={submit}>
        Submit it
      </Button>
      <a class="button" href={linkTo('phones', String(customer.accountNumber))}>
        The customer's phone
      </a>
    </p>
  )
}
