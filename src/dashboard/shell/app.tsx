import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ControlFailure } from '../../control-client/failure.ts'
import { asFailure } from '../api/failure.ts'
import { connectionFailure } from '../api/live.ts'
import { FailureNote, Loading } from '../parts/states.tsx'
import { openBusiness, session } from '../state/business.ts'
import { Shell } from './shell.tsx'
import { TokenForm } from './token-form.tsx'

export function App() {
  const failure = useSignal<ControlFailure | null>(null)
  const open = async () => {
    failure.value = await openBusiness().then(() => null, asFailure)
  }
  useEffect(() => void open(), [])
  const shown = failure.value ?? refused(connectionFailure.value)
  if (shown?.code === 'token_required') return <TokenForm />
  if (shown !== null) return <FailureNote failure={shown} retry={open} />
  return session.value === null ? <Loading /> : <Shell />
}

/** A restarted sandbox may demand another token. */
function refused(failure: ControlFailure | null): ControlFailure | null {
  return failure?.code === 'token_required' ? failure : null
}
