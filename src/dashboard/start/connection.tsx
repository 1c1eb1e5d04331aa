import { CopyButton } from '../parts/copy-button.tsx'
import { OtpSwitch } from './otp-switch.tsx'

/** The values that an app needs to use this sandbox. */
export function Connection(props: { readonly url: string; readonly apiKey: string; readonly callbackURL: string }) {
  const values = [
    ['Base URL', props.url, 'in place of the address of the service'],
    ['API key', props.apiKey, 'any other test_ key opens a business of its own'],
    ['A callbackURL', props.callbackURL, 'receives webhooks for you until you have a server'],
  ] as const
  return (
    <section class="panel card" aria-labelledby="start-values">
      <h2 id="start-values">Connect your app</h2>
      <dl class="stack">
        {values.map(([name, value, about]) => (
          <div key={name}>
            <dt class="soft">
              <b>{name}</b>
            </dt>
            <dd class="start-value line">
              <code>{value}</code>
              <CopyButton text={value} label={`Copy: ${name}`} small />
            </dd>
            <dd class="faint">{about}</dd>
          </div>
        ))}
      </dl>
      <OtpSwitch />
    </section>
  )
}
