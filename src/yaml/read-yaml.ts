import type { Document, LineCounter } from 'yaml'
import { nextTurn } from '../time.ts'
import { type DataProblem, locate } from './locate.ts'
import { type Path, type ReportAt, refuseUnreadable, type Yaml } from './refuse-unreadable.ts'

/** How deep a file may nest. */
const deepest = 64

/** Most aliases of one anchor. */
const maxAliasCount = 100

/** Lexemes that are parsed in one turn of the event loop. */
const lexemesAtOnce = 2500

/** A problem with its place in the text; `line` and `column` count from 1. */
export interface PlacedProblem {
  readonly line: number
  readonly column: number
  readonly path: Path
  readonly message: string
}

export interface YamlText {
  /** Null if the text is empty, or has a problem that leaves no data. */
  readonly data: { readonly value: unknown; readonly placed: (problem: DataProblem) => PlacedProblem } | null
  readonly problems: readonly PlacedProblem[]
}

/** Reads one YAML 1.2 document of the core schema. Works in steps, so that a large file does not hold up replies. */
export async function readYaml(text: string): Promise<YamlText> {
  // Takes 65 ms to load.
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const problems = new Map<string, PlacedProblem>()
  const placedAt = (offset: number, message: string, path: Path = []): PlacedProblem => {
    const { line, col: column } = lines.linePos(offset)
    return { line, column, path, message }
  }
  const report: ReportAt = (...found) => {
    const problem = placedAt(...found)
    problems.set(`${problem.line}:${problem.column}`, problem)
  }
  const document = await parse(yaml, text, lines, report)
  const contents = document?.contents
  if (!contents) return { data: null, problems: [...problems.values()] }
  await nextTurn()
  const { entries, firstAlias } = refuseUnreadable(yaml, document, report)
  const placed = (problem: DataProblem) => {
    const { offset, message } = locate(yaml, { contents, entries }, problem)
    return placedAt(offset, message, problem.path)
  }
  try {
    return { data: { value: document.toJS({ maxAliasCount }), placed }, problems: [...problems.values()] }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    report(firstAlias, 'repeats too much by its aliases; write fewer of them')
    return { data: null, problems: [...problems.values()] }
  }
}

/** Returns the document of a text, or null after a problem, which is reported. */
async function parse(yaml: Yaml, text: string, lines: LineCounter, report: ReportAt): Promise<Document.Parsed | null> {
  const parser = new yaml.Parser(lines.addNewLine)
  lines.addNewLine(0)
  const tokens = []
  let count = 0
  for (const lexeme of new yaml.Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme))
    // Composing recurses: 32 KB of `[` would end the process. The document and a scalar are in the stack too.
    if (parser.stack.length > deepest + 2) {
      report(parser.offset, `is nested deeper than ${deepest} levels; write it flatter`)
      return null
    }
    if (++count % lexemesAtOnce === 0) await nextTurn()
  }
  tokens.push(...parser.end())
  await nextTurn()
  const { document, second } = compose(yaml, tokens, text.length)
  const problems = [...(document?.errors ?? []), ...(document?.warnings ?? [])]
  for (const problem of problems) report(problem.pos[0], explain(problem))
  if (problems.length > 0) return null
  if (!second) return document ?? null
  report(second.range[0], 'holds more than one YAML document; write one file for each')
  return null
}

type Tokens = Parameters<InstanceType<Yaml['Composer']>['compose']>[0]

/** The first document and the second. Without stack traces: thousands of errors would spend most of the time on them. */
function compose(yaml: Yaml, tokens: Tokens, length: number) {
  // uniqueKeys compares every key with every other one: `refuseUnreadable` has a linear check.
  const composer = new yaml.Composer({ version: '1.2', schema: 'core', uniqueKeys: false, prettyErrors: false })
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    const [document, second] = composer.compose(tokens, true, length)
    return { document, second }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function explain({ code, message }: { readonly code: string; readonly message: string }): string {
  const help = helps.get(code)
  // Custom tags and directives are valid YAML.
  const what = customWords.has(code) ? 'holds YAML that is not used here' : 'is not valid YAML'
  return `${what}: ${message}${help === undefined ? '' : `; ${help}`}`
}

const customWords: ReadonlySet<string> = new Set(['TAG_RESOLVE_FAILED', 'BAD_DIRECTIVE'])

/** The correction to suggest, by the library's error code; absent if its own message says it. */
const helps: ReadonlyMap<string, string> = new Map([
  ['BAD_ALIAS', 'put text that begins with * in quotes'],
  ['BAD_DIRECTIVE', 'leave the line out'],
  ['BAD_DQ_ESCAPE', 'write \\\\ for a backslash, or put the text in single quotes'],
  ['BAD_SCALAR_START', 'put the text in quotes'],
  ['MULTILINE_IMPLICIT_KEY', 'write the key on one line, with its : behind it'],
  ['TAB_AS_INDENT', 'indent with spaces'],
  ['TAG_RESOLVE_FAILED', 'leave the tag out'],
])
