import { z } from 'zod'
import { answerObject, requestBody } from '../../contract/named.ts'
import { pageSession, sameText } from '../../domain/secret.ts'
import { invalid } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { pageFile, pageFileAnswer, pagePolicy } from './page-file.ts'

/**
 * The page for browsers, which `/_sandbox/` shows, and what it is made of. It holds nothing of the sandbox's state, and is
 * served without the token.
 */
export const showPageFile = controlEndpoint({
  route: 'GET /_sandbox/page/{file}',
  anyKey: true,
  summary: 'The page for browsers at /_sandbox/, which is its index.html, and its other files',
  params: { file: 'Name of the file.' },
  answer: pageFileAnswer,
  media: ['text/html', 'text/javascript', 'text/css', 'image/svg+xml'],
  answerHeaders: { 'Cache-Control': 'A year if the name changes with the content of the file.' },
  refuses: ['not_found'],
  needsStorage: false,
  async handle({ params: { file }, pageFiles }) {
    const caching = hashedName.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache'
    return { ...(await pageFile('page', file, pageFiles)), headers: { ...pagePolicy(), 'cache-control': caching } }
  },
})

export const openSession = controlEndpoint({
  route: 'POST /_sandbox/session',
  anyKey: true,
  summary: 'Exchange the token for a cookie',
  body: requestBody('SessionRequest', { token: z.string().max(1000).describe('The --token of this sandbox.') }),
  answer: answerObject('Session', 'This browser may use /_sandbox.', { status: z.literal('ok') }),
  answerHeaders: { 'Set-Cookie': 'Where the sandbox demands a token: what the browser shows in place of it.' },
  needsStorage: false,
  handle({ body: { token: given }, access: { token, port } }) {
    const body = { status: 'ok' as const }
    if (token === null) return { body }
    if (!sameText(given, token)) {
      throw invalid('token', 'is not the one this sandbox was started with')
    }
    const { cookie, value } = pageSession(token, port)
    return { body, headers: { 'set-cookie': `${cookie}=${value}; Path=/_sandbox; HttpOnly; SameSite=Strict` } }
  },
})

/** A name that changes with what is in the file. */
const hashedName = /-[\w-]{8}\.(?:js|css)$/
