import { changesAny } from '../api/live-event.ts'
import { Shown } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { useAnswer } from '../state/resource.ts'

/** Switches the OTP on, which is off by default: the specification's example of a network that asks for one is MTN (D26). */
export function OtpSwitch() {
  const { client } = useSession()
  const { loaded, reload, show } = useAnswer(changesAny('settings'), 'GET /_sandbox/business')
  const change = async (smsOtp: string[] | null) => {
    const done = smsOtp === null ? 'No one-time passwords' : 'MTN customers get a one-time password'
    const settings = await act(() => client.call('PATCH /_sandbox/business', { smsOtp }), done)
    if (settings !== null) show(settings)
  }
  return (
    <Shown loaded={loaded.value} retry={reload}>
      {({ smsOtp }) => (
        <label class="soft line">
          <input
            type="checkbox"
            checked={smsOtp === true || smsOtp.length > 0}
            onChange={({ currentTarget }) => change(currentTarget.checked ? ['MTN'] : null)}
          />
          <span class="grow">
            MTN customers get a one-time password by SMS first, as they may in Ghana: <code>smsOtp: [MTN]</code>
          </span>
        </label>
      )}
    </Shown>
  )
}
