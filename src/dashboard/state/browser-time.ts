/** Milliseconds of monotonic time since the page was opened. */
export function monotonicMs(): number {
  return performance.now()
}

/** Milliseconds of real time since 1970, as the browser has it. */
export function wallMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Waits; ends early, without an error, when `signal` aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Runs `run` before the next picture is drawn; a hidden page draws none, so there it runs soon. */
export function nextFrame(run: () => void): void {
  if (document.hidden) setTimeout(run, 100)
  else requestAnimationFrame(run)
}

/** Runs `run` again and again until what it returns is called. */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}
