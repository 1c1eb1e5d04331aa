import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createFlows } from '../../src/flows/create-flows.ts'

const root = join(import.meta.dirname, '..', '..')
const pageOf = (name: string) => readFileSync(join(root, 'docs', 'reference', name), 'utf8')
const page = pageOf('test-library.md')
const index = join(root, 'src', 'testing', 'index.ts')
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
const program = ts.createProgram([index], ts.parseJsonConfigFileContent(config, ts.sys, root).options)
const checker = program.getTypeChecker()

const exported = new Map(exportsOf(index).map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]))

function exportsOf(file: string): readonly ts.Symbol[] {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  const symbols = module === undefined ? [] : checker.getExportsOfModule(module)
  const targets = symbols.map((symbol) => checker.getAliasedSymbol(symbol))
  return targets.filter((symbol) => symbol.flags & ts.SymbolFlags.Type)
}

/** The members of a type of ours, those of objects inside it and in its methods' parameters too, but of no exported one. */
function membersOf(type: ts.Type, seen = new Set<ts.Type>()): string[] {
  if (seen.has(type)) return []
  seen.add(type)
  if (type.isUnionOrIntersection()) return type.types.flatMap((part) => innerMembers(part, seen))
  return type
    .getProperties()
    .filter(isOurs)
    .flatMap((member) => [member.name, ...innerMembers(checker.getTypeOfSymbol(member), seen)])
}

function innerMembers(type: ts.Type, seen: Set<ts.Type>): string[] {
  if ([...exported.values()].includes(type)) return []
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
  if (checker.isArrayLikeType(type)) return element === undefined ? [] : innerMembers(element, seen)
  const parameters = type.getCallSignatures().flatMap((signature) => signature.getParameters())
  return [
    ...parameters.flatMap((parameter) => innerMembers(checker.getTypeOfSymbol(parameter), seen)),
    ...membersOf(type, seen),
  ]
}

function isOurs(member: ts.Symbol): boolean {
  return (member.declarations ?? []).some((declared) => declared.getSourceFile().fileName.startsWith(join(root, 'src')))
}

/** What stands in code in a text, but for its pieces of JavaScript. */
function namedIn(text: string): ReadonlySet<string> {
  const prose = text.replaceAll(/^```.*?^```$/gms, '')
  const code = [...prose.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside)
  return new Set(code.flatMap((inside) => inside.match(/\w+/g) ?? []))
}

function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value) : []),
    ...fieldsIn(value),
  ])
}

/** The fields of records, which stand where webhooks are described. */
const ofRecords = new Set(Object.values(createFlows).flatMap(({ final }) => fieldsIn(z.toJSONSchema(final.schema))))
/** The keys of `expect`, which stand where scenario files are described. */
const ofExpect = new Set(['deliveries', 'gte', 'lte', 'statusQueries', 'duplicateCreates', 'ackedWithin'])

/** Types without members of their own: those of records, and a union of names. */
const isPlain = (name: string) =>
  ['TransactionRecord', 'TransactionWebhook', 'ScenarioName', 'ExploredTest'].includes(name)

test('the page names every exported type, and every member of it in its chapter', () => {
  const chapters = new Map(
    page.split(/^##+ (?=`)/m).map((chapter) => [/^`(\w+)/.exec(chapter)?.[1] ?? '', namedIn(chapter)]),
  )
  const unnamed = [...exported].flatMap(([name, type]) => {
    expect(namedIn(page)).toContain(name)
    if (isPlain(name)) return []
    const chapter = chapters.get(name) ?? new Set()
    const members = type.getProperties().filter(isOurs)
    expect(members, name).not.toEqual([])
    const own = members.map((member) => member.name)
    const isElsewhere = (member: string) => name === 'TransactionView' && ofRecords.has(member)
    return own.filter((member) => !chapter.has(member) && !isElsewhere(member)).map((member) => `${name}.${member}`)
  })
  expect(unnamed).toEqual([])
  expect(exported.size).toBeGreaterThan(10)
})

test('the members of the objects inside them are named too, but for the settings of a sandbox and a business', () => {
  const all = namedIn(page + pageOf('control-api.md'))
  const ofSettings = ['Sandbox', 'StartOptions', 'ExploreOptions']
  const inside = [...exported].flatMap(([name, type]) => (ofSettings.includes(name) ? [] : membersOf(type)))
  expect(inside).toEqual(expect.arrayContaining(['durationMs', 'evidence', 'met', 'webhooksPending']))
  expect(inside.filter((member) => !all.has(member) && !ofRecords.has(member) && !ofExpect.has(member))).toEqual([])
})
