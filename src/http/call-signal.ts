export type CallSignal = ReturnType<typeof callSignal>

export function callSignal(request: Request, stopping: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const sources = [request.signal, stopping]
  for (const source of sources) source.addEventListener('abort', abort)
  if (sources.some(({ aborted }) => aborted)) abort()
  return {
    signal: controller.signal,
    abort,
    /** Call it when the call is over, so that the sandbox forgets the call. */
    release() {
      for (const source of sources) source.removeEventListener('abort', abort)
    },
  }
}
