import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { launchNode } from '../support/cli.ts'
import { merchantProject } from '../support/merchant-project.ts'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'testing.md'), 'utf8')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The pieces of JavaScript of a text. */
const piecesOf = (text: string) => [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code)

const [withNodeTest = '', withVitest = '', ...pieces] = piecesOf(page)
const [, ofReadme = ''] = readme.split('\n## In your tests\n')

/** Runs the tests of a file with node:test. */
async function runNodeTest(code: string) {
  const cwd = merchantProject({ 'it.test.mjs': code })
  return launchNode(['--test', '--test-reporter=tap', 'it.test.mjs'], { cwd }).ended
}

test('the page’s tests for node:test pass, with what the smaller pieces show', async () => {
  const shown = `test('pieces', async () => {
  const shop = sandbox.business()
  ${pieces[0]}
  for (const reference of ['t-1', 't-2']) await collect(shop, { reference, amount: 100 })
  ${pieces.slice(1).join('')}
  assert.equal(data.length, 2)
})`
  expect(pieces).toHaveLength(3)
  const { code, stdout } = await runNodeTest(withNodeTest + shown)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/# pass 4\n# fail 0\n/) })
})

test('README’s test passes, and one whose story does not happen fails instead of hanging', async () => {
  const [code = ''] = piecesOf(ofReadme)
  const passed = await runNodeTest(code)
  expect(passed).toMatchObject({ code: 0, stdout: expect.stringMatching(/# pass 1\n# fail 0\n/) })
  const failed = await runNodeTest(code.replace("'wrong-pin'", "'payer-broke'"))
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/# pass 0\n# fail 1\n/) })
})

test('the page’s tests for vitest pass, also with the names as globals, as jest has them', async () => {
  const cwd = merchantProject(
    { 'own.test.mjs': withVitest, 'globals.test.mjs': withVitest.replace(/^.*'vitest'\n/, '') },
    ['vitest'],
  )
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const { code, stdout } = await launchNode([vitest, 'run', '--globals', '--reporter=json'], { cwd }).ended
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ success: true, numPassedTests: 2, numFailedTests: 0 })
})

/** The members of every interface of the library's sources, those of objects inside them too. */
function membersByInterface(): Map<string, readonly string[]> {
  const files = ts.sys.readDirectory(join(root, 'src', 'testing'), ['.ts'])
  const found = files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    const interfaces = source.statements.filter(ts.isInterfaceDeclaration)
    return interfaces.map((declared) => [declared.name.text, namesIn(declared)] as const)
  })
  return new Map(found)
}

function namesIn(node: ts.Node): readonly string[] {
  const isMember = ts.isPropertySignature(node) || ts.isMethodSignature(node)
  const own = isMember ? [node.name.getText()] : []
  return [...own, ...node.getChildren().flatMap(namesIn)]
}

/** The types that the package exports. */
function exportedTypes(): readonly string[] {
  const index = readFileSync(join(root, 'src', 'testing', 'index.ts'), 'utf8')
  return [...index.matchAll(/\b([A-Z]\w+)\b/g)].map(([, name = '']) => name)
}

/** What stands in code in a text, but for its pieces of JavaScript. */
function namedIn(text: string): ReadonlySet<string> {
  const prose = text.replaceAll(/^```.*?^```$/gms, '')
  const code = [...prose.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside)
  return new Set(code.flatMap((inside) => inside.match(/\w+/g) ?? []))
}

test('the page names every member of every exported type, where it tells of the type', () => {
  const members = membersByInterface()
  const chapters = new Map(
    page.split(/^##+ (?=`)/m).map((chapter) => [/^`(\w+)/.exec(chapter)?.[1] ?? '', namedIn(chapter)]),
  )
  const chapterOf = (type: string) => chapters.get(type === 'StartOptions' ? 'startSandbox' : type) ?? new Set()
  const unnamed = exportedTypes().flatMap((type) => {
    const names = members.get(type) ?? ['(no such interface)']
    return names.filter((name) => !chapterOf(type).has(name)).map((name) => `${type}.${name}`)
  })
  expect(unnamed).toEqual([])
  expect(exportedTypes().length).toBeGreaterThan(10)
})

test('the members that lie behind the exported types are named too', () => {
  const all = namedIn(page)
  const behind = ['DeliveryAttempt', 'CheckedExpectations', 'Finding', 'Coverage', 'Covered']
  const members = membersByInterface()
  // The keys of `expect` are told where scenario files are.
  const ofExpect = new Set(['deliveries', 'statusQueries', 'duplicateCreates', 'ackedWithin', 'gte', 'lte'])
  const names = behind.flatMap((type) => members.get(type) ?? [`no ${type}`])
  expect(names.filter((name) => !all.has(name) && !ofExpect.has(name))).toEqual([])
})
