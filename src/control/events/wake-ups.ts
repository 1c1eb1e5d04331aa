/** Yields at once, and again whenever what it listens to has called; ends when `signal` aborts. */
export async function* wakeUps(
  listen: (raise: () => void) => readonly (() => void)[],
  signal: AbortSignal,
): AsyncGenerator<void> {
  let isRaised = true
  let wake = () => {}
  const raise = () => {
    isRaised = true
    wake()
  }
  const stops = listen(raise)
  signal.addEventListener('abort', raise)
  try {
    for (;;) {
      if (!isRaised) await new Promise<void>((resolve) => (wake = resolve))
      if (signal.aborted) return
      // An event during the look raises it again.
      isRaised = false
      yield
    }
  } finally {
    signal.removeEventListener('abort', raise)
    for (const stop of stops) stop()
  }
}
