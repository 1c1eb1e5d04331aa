import { z } from 'zod'
import { ControlError } from '../../contract/control-error.ts'
import { answerRecord, namedAnswer } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'
import type { ControlTools } from '../tools.ts'
import { pageFileAnswer } from './page-file-answer.ts'

/** The OpenAPI document of everything this sandbox answers. */
export const showOpenApi = controlEndpoint({
  route: 'GET /_sandbox/openapi.json',
  anyKey: true,
  summary: 'This document',
  answer: answerRecord('OpenApiDocument', 'An OpenAPI 3.1 document.', {
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
  }),
  needsStorage: false,
  handle: async ({ reference }) => ({ body: await reference.document() }),
})

/** The reference for browsers. It holds nothing of the sandbox's state, and is served without the token. */
export const showReference = controlEndpoint({
  route: 'GET /_sandbox/docs',
  anyKey: true,
  summary: 'This document as a page',
  answer: namedAnswer('Page', z.string().describe('A page that needs no other host.')),
  media: ['text/html'],
  needsStorage: false,
  handle: async ({ reference }) => ({ ...(await fileReply('page.html', reference)), headers: pageHeaders }),
})

/** What the page is made of. */
export const showReferenceFile = controlEndpoint({
  route: 'GET /_sandbox/docs/{file}',
  anyKey: true,
  summary: 'A script or style sheet of the page',
  params: { file: 'Name of the file.' },
  answer: pageFileAnswer,
  media: ['text/javascript', 'text/css'],
  refuses: ['not_found'],
  needsStorage: false,
  handle: ({ params: { file }, reference }) => fileReply(file, reference),
})

/** The files that are served, with their types. */
const types: Readonly<Record<string, string>> = {
  'page.html': 'text/html; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** The browser itself sees to it that the page asks no other host; Swagger UI styles in place and draws with data: images. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

async function fileReply(name: string, { file }: ControlTools['reference']) {
  const type = Object.hasOwn(types, name) ? types[name] : undefined
  if (type === undefined) throw new ControlError('not_found', `The reference has no file ${name}`)
  return { body: null, file: { type, bytes: await file(name) } }
}
