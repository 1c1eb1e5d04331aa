import { ControlFailure } from '../../control-client/failure.ts'

export function asFailure(cause: unknown): ControlFailure {
  if (cause instanceof ControlFailure) return cause
  return new ControlFailure({
    status: 0,
    code: 'internal',
    message: cause instanceof Error ? cause.message : String(cause),
  })
}
