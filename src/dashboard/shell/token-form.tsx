import { useSignal } from '@preact/signals'
import type { ControlFailure } from '../../control-client/failure.ts'
import { createClient } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { Logo } from '../parts/icon.tsx'
import { keptIn } from '../parts/kept-in.ts'

/** Asks for the sandbox's token once in each browser: the sandbox sets a cookie that scripts cannot read. */
export function TokenForm() {
  const token = useSignal('')
  const failure = useSignal<ControlFailure | null>(null)
  const submit = async (event: Event) => {
    event.preventDefault()
    try {
      await createClient('test_sandbox').call('POST /_sandbox/session', { token: token.value })
      location.reload()
    } catch (cause) {
      failure.value = asFailure(cause)
    }
  }
  return (
    <main class="token">
      <form class="token-form panel card" onSubmit={submit}>
        <Logo />
        <h1>This sandbox requires its token</h1>
        <label for="token" class="soft">
          Token
        </label>
        <input id="token" type="password" autocomplete="current-password" {...keptIn(token)} />
        <p class="soft">
          The sandbox was started with it: <code>--token</code> or <code>PAYMENTS_SANDBOX_TOKEN</code>.
        </p>
        {failure.value !== null && (
          <p class="tone-bad" role="alert">
            {failure.value.message}
          </p>
        )}
        <button type="submit" class="primary">
          Open
        </button>
      </form>
    </main>
  )
}
