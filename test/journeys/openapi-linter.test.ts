import { expect, test } from 'vitest'
import { loadTool } from '../../build/tools/load-tool.mjs'
import { call } from '../support/call.ts'
import { openSharedSandbox } from '../support/opened-sandbox.ts'

interface Problem {
  readonly severity: string
  readonly ruleId: string
  readonly message: string
  readonly location: readonly { readonly pointer?: string }[]
}

interface Linter {
  createConfig(config: object): Promise<object>
  lintFromString(options: object): Promise<Problem[]>
}

const { createConfig, lintFromString } = await loadTool<Linter>('@redocly/openapi-core')
const sandbox = await openSharedSandbox()
const { body: served, text } = await call(sandbox.url, '/_sandbox/openapi.json')

async function problemsOf(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], telemetry: 'off' })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`
  })
}

test('the document passes the recommended rules of a public linter, without errors and warnings', async () => {
  expect(served.openapi).toMatch(/^3\.1\./)
  expect(await problemsOf(text)).toEqual([])
})

test('the linter would find a broken reference, an example of another shape and an operation without its security', async () => {
  const broken = JSON.parse(text)
  broken.paths['/balance'].get.responses[200].content['application/json'].example = 7
  broken.paths['/balance'].get.responses[401].$ref = '#/components/responses/Nothing'
  broken.paths['/rates'].get.security = [{ nothing: [] }]
  const rules = (await problemsOf(JSON.stringify(broken))).map((problem) => problem.split(' ').slice(0, 2).join(' '))
  expect(rules.sort()).toEqual([
    'error no-unresolved-refs',
    'error security-defined',
    'warn no-invalid-media-type-examples',
  ])
})
