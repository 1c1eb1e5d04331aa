import { monotonicMs } from '../../time.ts'
import { failWith } from '../exit.ts'

/** A second signal within this time is the same keystroke reaching a group of processes, not a second wish. */
const sameWishMs = 1000
const numbers = { SIGINT: 2, SIGTERM: 15 } as const

/** Closes on SIGINT or SIGTERM and exits 0; a later second signal exits at once with 128 and its number. */
export function stopOnSignals(close: () => Promise<void>): void {
  let stoppingSince: number | null = null
  const stop = (signal: keyof typeof numbers) => {
    if (stoppingSince !== null) {
      if (monotonicMs() - stoppingSince > sameWishMs) process.exit(128 + numbers[signal])
      return
    }
    stoppingSince = monotonicMs()
    close().then(
      () => process.exit(0),
      (error) => {
        failWith(error)
        process.exit()
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
