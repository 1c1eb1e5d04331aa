import { z } from 'zod'
import { answerRecord, namedAnswer } from '../../contract/named.ts'
import { guidePages, llmsText } from '../../guide-pages.ts'
import { refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { pageFile, pageFileAnswer, pagePolicy } from './page-file.ts'

const markdownType = 'text/markdown'

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
  summary: 'A page of the documentation as Markdown, such as webhooks.md; a script or style sheet of this page',
  params: { file: 'Name of the file.' },
  answer: pageFileAnswer,
  media: [markdownType, 'text/javascript', 'text/css'],
  refuses: ['not_found'],
  needsStorage: false,
  handle: async ({ params: { file }, pageFiles }) =>
    file.endsWith('.md') ? markdownPage(file) : await pageFile('reference', file, pageFiles),
})

export const showReferencePage = controlEndpoint({
  route: 'GET /_sandbox/docs/reference/{file}',
  anyKey: true,
  summary: 'A page of the reference as Markdown, such as cli.md',
  params: { file: 'Name of the file.' },
  answer: pageFileAnswer,
  media: [markdownType],
  refuses: ['not_found'],
  needsStorage: false,
  handle: ({ params: { file } }) => markdownPage(`reference/${file}`),
})

export const listPages = controlEndpoint({
  route: 'GET /_sandbox/llms.txt',
  anyKey: true,
  summary: 'The pages of the documentation, with their addresses',
  answer: namedAnswer('PageList', z.string().describe('Markdown, as https://llmstxt.org has it.')),
  media: ['text/plain'],
  needsStorage: false,
  handle: () => asFile('text/plain', llmsText(guidePages(), 'docs/')),
})

function markdownPage(file: string) {
  const pages = guidePages()
  const page = pages.find(({ name }) => `${name}.md` === file)
  if (page !== undefined) return asFile(markdownType, page.markdown)
  throw refusal({ why: 'no-page', page: file, pages: pages.map(({ name }) => `${name}.md`) })
}

function asFile(type: string, text: string) {
  return { body: null, file: { type: `${type}; charset=utf-8`, bytes: Buffer.from(text) } }
}
