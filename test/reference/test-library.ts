import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { code, page, prose, table } from './markdown.ts'
import { fieldTable, type Shapes, shapeLink } from './shapes.ts'
import type { Schema } from './value-text.ts'

export function testLibraryPage(shapes: Shapes): string {
  const [exported, ofVitest] = [exportsOf('index.ts'), exportsOf('vitest.ts')]
  return page(
    'Test library',
    `[In your tests](../testing.md) shows how to use it, this page has every function and type of \`payments-sandbox/testing\` and
\`payments-sandbox/vitest\`.`,
    `What is refused rejects with an error. Its message says what was wrong and what to write instead. An error that the sandbox
answered also has \`status\` (400 refused, 404 not there, 408 waiting ended, 409 impossible now), \`code\` and \`hint\`.`,
    '## Functions',
    ...exported.filter(ts.isFunctionDeclaration).map(functionLines),
    `### ${code('test')} of ${code('payments-sandbox/vitest')}`,
    ...ofVitest.flatMap((declared) => (ts.isVariableStatement(declared) ? [commentOf(declared)] : [])),
    ...ofVitest.filter(ts.isInterfaceDeclaration).filter(isFixtures).map(memberTable),
    ...ofVitest.filter(ts.isFunctionDeclaration).map(functionLines),
    ...ofVitest
      .filter(ts.isInterfaceDeclaration)
      .filter((each) => !isFixtures(each))
      .map(typeLines),
    '## Objects',
    ...exported.filter((each) => ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each)).map(typeLines),
    ...exported
      .filter(ts.isTypeAliasDeclaration)
      .flatMap((alias) => (ts.isTypeLiteralNode(alias.type) ? [typeLines(alias)] : [])),
    '## What calls resolve with',
    'Times are ISO 8601, in the time of the business. The names lead to the [control API](control-api.md).',
    ...Object.entries(shownAs).map(([type, name]) => shapeSection(type, name, exported, shapes)),
  )
}

const isFixtures = ({ name }: ts.InterfaceDeclaration) => name.text === 'Fixtures'

type Declaration = ts.Statement & { readonly name?: ts.Node }

/** The declarations that a file of the library exports, or exports again, in the order of its lines. */
function exportsOf(file: string): readonly Declaration[] {
  return sourceOf(file).statements.flatMap((statement): readonly Declaration[] => {
    if (!ts.isExportDeclaration(statement)) return isExported(statement) ? [statement] : []
    const from = statement.moduleSpecifier
    const names = statement.exportClause
    if (from === undefined || !ts.isStringLiteral(from) || names === undefined || !ts.isNamedExports(names)) return []
    const there = sourceOf(from.text).statements as ts.NodeArray<Declaration>
    return names.elements.flatMap(({ name }) => there.filter((declared) => declared.name?.getText() === name.text))
  })
}

function sourceOf(file: string): ts.SourceFile {
  const path = join(import.meta.dirname, '..', '..', 'src', 'testing', file)
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true)
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
}

/** The sentences of a TSDoc comment, and its example. */
function commentOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node)
  if (comment === undefined || !ts.isJSDoc(comment)) return ''
  const text = prose((ts.getTextOfJSDocComment(comment.comment) ?? '').replaceAll('\n', ' '))
  const examples = (comment.tags ?? []).filter(({ tagName }) => tagName.text === 'example')
  const lines = examples.flatMap((tag) => (ts.getTextOfJSDocComment(tag.comment) ?? '').trim().split('\n'))
  return lines.length === 0 ? text : `${text}\n\nFor example: ${lines.map(code).join('<br>\n')}`
}

function functionLines(declared: ts.FunctionDeclaration): string {
  const parameters = declared.parameters.map(
    ({ name, type, initializer }) => `${name.getText()}${initializer ? '?' : ''}: ${type?.getText()}`,
  )
  const generic = declared.typeParameters ? `<${declared.typeParameters.map((each) => each.getText()).join(', ')}>` : ''
  const signature = `${declared.name?.text}${generic}(${parameters.join(', ')})${declared.type ? `: ${declared.type.getText()}` : ''}`
  return `### ${code(declared.name?.text)}\n\n${code(signature)}\n\n${commentOf(declared)}`
}

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration

function typeLines(declared: TypeDeclaration): string {
  return `### ${code(declared.name?.text)}\n\n${commentOf(declared)}\n\n${memberTable(declared)}`
}

function memberTable(declared: TypeDeclaration): string {
  const members = membersOf(declared)
  return table(
    ['member', 'what it is'],
    [...members].map((member) => [code(signatureOf(member)), commentOf(member)]),
  )
}

function membersOf(declared: TypeDeclaration): readonly (ts.TypeElement | ts.ClassElement)[] {
  if (ts.isInterfaceDeclaration(declared)) return declared.members
  if (ts.isClassDeclaration(declared)) return declared.members.filter(ts.isPropertyDeclaration)
  return ts.isTypeLiteralNode(declared.type) ? declared.type.members : []
}

/** A member as the editor shows it, on one line. */
function signatureOf(member: ts.TypeElement | ts.ClassElement): string {
  return member
    .getText()
    .replace(/^readonly /, '')
    .replaceAll(/(?<=[\w'\]])\n\s+(?=\w)/g, '; ')
    .replaceAll(/\s+/g, ' ')
    .replace('?: |', '?:')
    .replaceAll('readonly ', '')
    .replaceAll(' (string & {})', ' string')
    .replaceAll(/ , |, \)/g, (mark) => (mark === ', )' ? ')' : mark))
    .replaceAll('( ', '(')
}

/** The types whose shapes the control API names. */
const shownAs: Readonly<Record<string, string>> = {
  TransactionView: 'TransactionInFull',
  TransactionRecord: 'Transaction',
  TransactionWebhook: 'FinalTransaction',
  TimelineEvent: 'AdvancedEvent',
  Delivery: 'Delivery',
  Report: 'Report',
}

const link = shapeLink('control-api.md')

function shapeSection(type: string, name: string, exported: readonly Declaration[], shapes: Shapes): string {
  const declared = exported.find((each) => each.name?.getText() === type)
  const own = partsOf(shapes[name] ?? {}, shapes)
  const about = declared === undefined ? '' : commentOf(declared)
  const fields = Object.assign({}, ...own.map(({ properties }) => properties))
  const required = own.flatMap((part) => part.required ?? [])
  const records = own.flatMap(({ anyOf = [] }) => anyOf.map(({ $ref = '' }) => link($ref.split('/').at(-1) ?? '')))
  const record = records.length === 0 ? '' : `It has the fields of the record: ${records.join(', ')}.`
  const parts = [
    `### ${code(type)}`,
    about === '' ? prose(shapes[name]?.description ?? '') : about,
    record,
    Object.keys(fields).length === 0 ? '' : fieldTable({ properties: fields, required }, shapes, link),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** A shape, or the shapes that it is put together from. */
function partsOf(schema: Schema, shapes: Shapes): readonly Schema[] {
  if (schema.allOf === undefined) return [schema]
  return schema.allOf.flatMap(({ $ref = '' }) => partsOf(shapes[$ref.split('/').at(-1) ?? ''] ?? {}, shapes))
}
