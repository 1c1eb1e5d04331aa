/** Why the control API refused, or could not be reached: status 0. */
export class Failure extends Error {
  readonly status: number
  readonly code: string
  readonly hint: string | undefined

  constructor({ status, code, message, hint }: { status: number; code: string; message: string; hint?: string }) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.code = code
    this.hint = hint
  }
}

/** What an answer that is not success says. */
export async function failureOf(answer: Response): Promise<Failure> {
  const { status } = answer
  const body: unknown = await answer.json().catch(() => null)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  if (typeof error !== 'object' || error === null)
    return new Failure({ status, code: '', message: `It answered ${status}` })
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : undefined
  }
  const hint = text('hint')
  return new Failure({
    status,
    code: text('code') ?? '',
    message: text('message') ?? `It answered ${status}`,
    ...(hint === undefined ? {} : { hint }),
  })
}

/** Any error as a failure, so that views show one kind. */
export function asFailure(cause: unknown): Failure {
  if (cause instanceof Failure) return cause
  return new Failure({ status: 0, code: 'internal', message: cause instanceof Error ? cause.message : String(cause) })
}
