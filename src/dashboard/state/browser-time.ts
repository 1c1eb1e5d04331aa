/** Monotonic milliseconds since the page was opened. */
export function monotonicMs(): number {
  return performance.now()
}

/** The browser's time in milliseconds since 1970. */
export function wallMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Resolves after `ms`, or as soon as `signal` aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Runs `run` before the next frame. A hidden page draws no frames, so there a timer runs it. */
export function nextFrame(run: () => void): void {
  if (document.hidden) setTimeout(run, 100)
  else requestAnimationFrame(run)
}

/** Runs `run` every `ms`; the returned function ends that. */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}
