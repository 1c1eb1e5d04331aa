/** Aborts when its caller goes away or the sandbox stops. */
export interface CallSignal {
  readonly signal: AbortSignal
  readonly abort: () => void
  /** To be called when the call is over: the sandbox must not remember every call until it stops. */
  readonly release: () => void
}

/** What a call that waits for something listens to. */
export function callSignal(request: Request, stopping: AbortSignal): CallSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const sources = [request.signal, stopping]
  for (const source of sources) source.addEventListener('abort', abort)
  if (sources.some(({ aborted }) => aborted)) abort()
  return {
    signal: controller.signal,
    abort,
    release() {
      for (const source of sources) source.removeEventListener('abort', abort)
    },
  }
}
