import { asFailure } from '../api/failure.ts'
import { toast } from '../parts/toast.tsx'

/** Does what a button says, and says how it went; gives what it answered, null where it failed. */
export async function act<T>(action: () => Promise<T>, done: string): Promise<T | null> {
  try {
    const answer = await action()
    void toast(done)
    return answer
  } catch (cause) {
    const { message, hint } = asFailure(cause)
    void toast(hint === undefined ? message : `${message}: ${hint}`)
    return null
  }
}
