import { askedWaitMs, type NoAnswer, type Outcome } from '../domain/delivery.ts'
import { obstacleIn } from '../domain/obstacle.ts'
import { alarm, monotonicMs, wallMs } from '../time.ts'
import { timedOut } from './http/failure.ts'
import { type Post, stopped, type WebhookClient } from './http/post.ts'

/** Answers a webhook in this process, as a server would. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>

export type WebhookHandlers = ReturnType<typeof webhookHandlers>

/** The businesses whose webhooks go to a function in place of a server. */
export function webhookHandlers() {
  const posts = new Map<string, WebhookClient['post']>()
  return {
    set: (key: string, handler: WebhookHandler) => void posts.set(key, (post) => handed(handler, post)),
    /** Returns what hands a webhook of the business to its function, or null if it has none. */
    of: (key: string) => posts.get(key) ?? null,
  }
}

/** An answer is cut after so many characters. */
const keptCharacters = 4096

async function handed(handler: WebhookHandler, { url, body, headers, timeoutMs, signal }: Post): Promise<Outcome> {
  const beganAt = monotonicMs()
  const deadline = alarm()
  let end: (why: NoAnswer) => void = () => {}
  const ended = new Promise<NoAnswer>((resolve) => {
    end = resolve
  }).then((why) => ({ response: null, ...why }))
  const stop = () => end(stopped)
  deadline.in(timeoutMs, () => end(timedOut(timeoutMs, { ...inProcess, host: new URL(url).host })))
  signal?.addEventListener('abort', stop, { once: true })
  const answer = await Promise.race([answered(), ended]).catch((error) => ({
    response: null,
    error: `the function that receives webhooks threw: ${error}`,
  }))
  deadline.off()
  signal?.removeEventListener('abort', stop)
  return { durationMs: Math.round(monotonicMs() - beganAt), sent: true, ...answer }

  async function answered(): Promise<Pick<Outcome, 'response' | 'error' | 'stoppedBy' | 'retryAfterMs'>> {
    const response = await handler(new Request(url, { method: 'POST', headers, body }))
    const { status } = response
    const text = (await response.text()).slice(0, keptCharacters)
    const shown = { status, body: text }
    const waitMs = askedWaitMs(status, response.headers.get('retry-after') ?? '', wallMs())
    const stoppedBy = obstacleIn(shown, Object.fromEntries(response.headers), url)
    const asked = waitMs > 0 ? { retryAfterMs: waitMs } : {}
    return { response: shown, error: null, ...asked, ...(stoppedBy && { stoppedBy }) }
  }
}

const inProcess = { isContainer: false, secure: false, stage: 'sent', status: 0 } as const
