/**
 * The call that `fetch` would make, as a request of Node's own: what a test hands over may be of another library or of a simulated
 * browser. A relative address is resolved against `base`.
 */
export async function ownRequest(input: Request | URL | string, init: RequestInit, base?: string): Promise<Request> {
  const given = init.signal === undefined && isRequest(input) ? input.signal : init.signal
  const request = await requestWith(input, { ...init, signal: null }, base)
  // Node takes the signal of a request from the global AbortController of the moment.
  return Object.defineProperty(request, 'signal', { value: ownSignal(given) })
}

async function requestWith(input: Request | URL | string, init: RequestInit, base?: string): Promise<Request> {
  if (!isRequest(input)) return new Request(new URL(input, base), init)
  try {
    return new Request(input, init)
  } catch {
    const { url, method, headers } = input
    const body = method === 'GET' || method === 'HEAD' ? null : await input.arrayBuffer()
    return new Request(url, { method, headers, body, ...init })
  }
}

function isRequest(input: Request | URL | string): input is Request {
  return typeof input === 'object' && 'method' in input
}

type Followed = Pick<AbortSignal, 'aborted' | 'reason' | 'addEventListener'>

/** Aborts with the given signal. */
function ownSignal(given: Followed | null = null): AbortSignal {
  if (given instanceof AbortSignal) return AbortSignal.any([given])
  if (given !== null && !given.addEventListener) throw new TypeError('The given signal is not an AbortSignal')
  const own = new AbortController()
  const abort = () => own.abort(given?.reason)
  if (given?.aborted) abort()
  given?.addEventListener('abort', abort, { once: true })
  return own.signal
}
