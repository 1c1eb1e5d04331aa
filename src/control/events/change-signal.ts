/** What somebody waits for to ring. */
export interface ChangeSignal {
  ring(): void
  /** Forgets that it rang. */
  quiet(): void
  /** Resolves as soon as it has rung since it was quiet. */
  rung(): Promise<void>
  /** Takes it down. */
  off(): void
}

/** A bell that rings when `signal` aborts, too. */
export function createChangeSignal(signal: AbortSignal): ChangeSignal {
  let hasRung = false
  let wake = () => {}
  const ring = () => {
    hasRung = true
    wake()
  }
  signal.addEventListener('abort', ring)
  return {
    ring,
    quiet() {
      hasRung = false
    },
    async rung() {
      if (hasRung || signal.aborted) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    },
    off: () => signal.removeEventListener('abort', ring),
  }
}
