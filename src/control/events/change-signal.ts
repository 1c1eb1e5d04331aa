/** Wakes the one that waits for a change. */
export interface ChangeSignal {
  raise(): void
  /** Forgets that it was raised. */
  clear(): void
  /** Resolves once it has been raised since it was cleared. */
  raised(): Promise<void>
  /** Ends it: it listens to nothing any more. */
  end(): void
}

/** A change signal that is also raised when `signal` aborts. */
export function createChangeSignal(signal: AbortSignal): ChangeSignal {
  let isRaised = false
  let wake = () => {}
  const raise = () => {
    isRaised = true
    wake()
  }
  signal.addEventListener('abort', raise)
  return {
    raise,
    clear() {
      isRaised = false
    },
    async raised() {
      if (isRaised || signal.aborted) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    },
    end: () => signal.removeEventListener('abort', raise),
  }
}
