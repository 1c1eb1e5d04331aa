import { z } from 'zod'
import { ControlError } from '../../contract/control-error.ts'
import { answerObject, requestBody } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'
import { pageFileAnswer } from './page-file-answer.ts'

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
  answerHeaders: { 'Cache-Control': 'A year where the name changes with what is in the file.' },
  refuses: ['not_found'],
  needsStorage: false,
  async handle({ params: { file }, page }) {
    const [, end = ''] = /^[\w-]+\.(html|css|js|svg)$/.exec(file) ?? []
    const type = types[end]
    const bytes = type === undefined ? null : await page.file(file)
    if (type === undefined || bytes === null) {
      throw new ControlError('not_found', `The page has no file ${file}`, 'in a clone of the repository: npm run build')
    }
    const caching = hashedName.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache'
    return { body: null, file: { type, bytes }, headers: { ...policy, 'cache-control': caching } }
  },
})

/** A browser gives the token once, and shows a cookie from then on that no script can read. */
export const openSession = controlEndpoint({
  route: 'POST /_sandbox/session',
  anyKey: true,
  summary: 'Exchange the token for a cookie',
  body: requestBody('SessionRequest', { token: z.string().max(1000).describe('The --token of this sandbox.') }),
  answer: answerObject('Session', 'This browser may use /_sandbox.', { status: z.literal('ok') }),
  answerHeaders: { 'Set-Cookie': 'Where the sandbox demands a token: what the browser shows in place of it.' },
  needsStorage: false,
  handle({ body: { token }, page }) {
    const session = page.open(token)
    if (session === null) throw new ControlError('invalid', 'token: is not the one this sandbox was started with')
    const headers =
      session === 'open'
        ? {}
        : { 'set-cookie': `${session.cookie}=${session.value}; Path=/_sandbox; HttpOnly; SameSite=Strict` }
    return { body: { status: 'ok' as const }, headers }
  },
})

/** A name that changes with what is in the file. */
const hashedName = /-[\w-]{8}\.(?:js|css)$/

/** The browser itself sees to it that the page asks no other host, and runs and shows nothing but its own files. */
const policy = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** The types that are served, by the end of the name. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
}
