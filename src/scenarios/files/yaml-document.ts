import type { LineCounter, ParsedNode } from 'yaml'
import { nextTurn } from '../../time.ts'
import { type Readable, type Report, refuseUnreadable, type Yaml } from './refuse-unreadable.ts'

/** How deep a file may nest. */
const deepest = 64

/** How often aliases may repeat one anchor. */
const maxAliasCount = 100

/** How many lexemes are parsed before other work has its turn. */
const lexemesAtOnce = 2500

/** A document as plain data. */
export interface YamlData extends Readable {
  readonly contents: ParsedNode
  readonly value: unknown
}

/**
 * Reads one YAML 1.2 document of the core schema; null after a problem that leaves no data, which is reported. Works in
 * steps, so that a large file does not hold up replies.
 */
export async function readYaml(yaml: Yaml, text: string, lines: LineCounter, report: Report): Promise<YamlData | null> {
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
  if (second) report(second.range[0], 'holds more than one YAML document; write one file for each')
  else if (!document?.contents) report(0, 'is empty; begin it with version: 1')
  if (second || !document?.contents) return null
  await nextTurn()
  const { contents } = document
  const readable = refuseUnreadable(yaml, document, report)
  try {
    return { ...readable, contents, value: document.toJS({ maxAliasCount }) }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    report(readable.firstAlias, 'repeats too much by its aliases; write fewer of them')
    return null
  }
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
  const what = customWords.has(code) ? 'holds YAML that scenario files do not use' : 'is not valid YAML'
  return `${what}: ${message}${help === undefined ? '' : `; ${help}`}`
}

const customWords: ReadonlySet<string> = new Set(['TAG_RESOLVE_FAILED', 'BAD_DIRECTIVE'])

/** What to write instead, by the library's code, if its own message does not say it. */
const helps: ReadonlyMap<string, string> = new Map([
  ['BAD_ALIAS', 'put text that begins with * in quotes'],
  ['BAD_DIRECTIVE', 'leave the line out'],
  ['BAD_DQ_ESCAPE', 'write \\\\ for a backslash, or put the text in single quotes'],
  ['BAD_SCALAR_START', 'put the text in quotes'],
  ['MULTILINE_IMPLICIT_KEY', 'write the key on one line, with its : behind it'],
  ['TAB_AS_INDENT', 'indent with spaces'],
  ['TAG_RESOLVE_FAILED', 'leave the tag out'],
])
