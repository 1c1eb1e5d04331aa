import { z } from 'zod'
import { answerRecord, namedAnswer } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'
import { pageFile, pageFileAnswer, pagePolicy } from './page-file.ts'

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
  handle: async ({ referenceDocument }) => ({ body: await referenceDocument() }),
})

/** The reference for browsers. It holds nothing of the sandbox's state, and is served without the token. */
export const showReference = controlEndpoint({
  route: 'GET /_sandbox/docs',
  anyKey: true,
  summary: 'This document as a page',
  answer: namedAnswer('Page', z.string().describe('A page that needs no other host.')),
  media: ['text/html'],
  needsStorage: false,
  // Swagger UI styles in place.
  handle: async ({ pageFiles }) => ({
    ...(await pageFile('reference', 'page.html', pageFiles)),
    headers: pagePolicy("'self' 'unsafe-inline'"),
  }),
})

export const showReferenceFile = controlEndpoint({
  route: 'GET /_sandbox/docs/{file}',
  anyKey: true,
  summary: 'A script or style sheet of the page',
  params: { file: 'Name of the file.' },
  answer: pageFileAnswer,
  media: ['text/javascript', 'text/css'],
  refuses: ['not_found'],
  needsStorage: false,
  handle: ({ params: { file }, pageFiles }) => pageFile('reference', file, pageFiles),
})
