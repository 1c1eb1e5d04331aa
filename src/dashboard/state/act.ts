import { asFailure } from '../api/failure.ts'
import { toastFailure } from '../parts/failure-words.tsx'
import { toast } from '../parts/toast.tsx'
import { place } from './router.ts'

/** Runs what a button does, and says what became of it, with a link `to` what it is about. */
export async function act<T>(
  action: () => Promise<T>,
  done: string | ((answer: T) => string),
  to?: string,
): Promise<T | null> {
  const begunAt = place.peek()
  try {
    const answer = await action()
    void toast(typeof done === 'string' ? done : done(answer), { own: begunAt, to })
    return answer
  } catch (cause) {
    toastFailure(asFailure(cause), begunAt)
    return null
  }
}
