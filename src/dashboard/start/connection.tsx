import { CopyButton } from '../parts/copy-button.tsx'

/** The values that an app needs to use this sandbox. */
export function Connection(props: { readonly url: string; readonly apiKey: string; readonly callbackURL: string }) {
  const values = [
    ['Base URL', props.url, "instead of the service's address"],
    ['API key', props.apiKey, 'any other test_ key opens a business of its own'],
    ['A callbackURL', props.callbackURL, 'receives webhooks until you have a server'],
  ] as const
  return (
    <section class="start-connect panel card" aria-labelledby="start-values">
      <h2 id="start-values">Connect your app</h2>
      <dl class="stack">
        {values.map(([name, value, about]) => (
          <div key={name}>
            <dt>
              <b>{name}</b> <span class="faint">{about}</span>
            </dt>
            <dd class="start-value line">
              <code>{value}</code>
              <CopyButton text={value} label={`Copy: ${name}`} small />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
