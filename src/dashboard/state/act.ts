import { asFailure } from '../api/failure.ts'
import { toast } from '../parts/toast.tsx'

/** Does what a button says, and shows how it went: `done` may look at the answer. Gives the answer, null where it failed. */
export async function act<T>(action: () => Promise<T>, done: string | ((answer: T) => string)): Promise<T | null> {
  try {
    const answer = await action()
    void toast(typeof done === 'string' ? done : done(answer))
    return answer
  } catch (cause) {
    const { message, hint } = asFailure(cause)
    void toast(hint === undefined ? message : `${message}: ${hint}`)
    return null
  }
}
