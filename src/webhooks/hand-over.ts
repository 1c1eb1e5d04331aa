import { askedWaitMs, type NoAnswer, type Outcome } from '../domain/delivery.ts'
import { obstacleIn } from '../domain/obstacle.ts'
import { alarm, monotonicMs, wallMs } from '../time.ts'
import { timedOut } from './http/failure.ts'
import { type Post, stopped } from './http/post.ts'

/** Answers a webhook in this process, as a server would. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>

/** An answer is cut after so many characters. */
const keptCharacters = 4096

/** Hands a webhook to a function, and reads its answer as the answer of a server. */
export async function handOver(
  handler: WebhookHandler,
  { url, body, headers, timeoutMs, signal }: Post,
): Promise<Outcome> {
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
