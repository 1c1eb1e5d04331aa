import type { LineCounter, ParsedNode } from 'yaml'
import { nextTurn } from '../../time.ts'
import type { Path } from '../language/path.ts'

/** The YAML parser. */
export type Yaml = typeof import('yaml')

/** Takes down what is wrong at an offset of a text. */
export type Report = (offset: number, message: string, path?: Path) => void

/** How deep a file may nest. */
const deepest = 64

/** How many lexemes are parsed before other work has its turn. */
const lexemesAtOnce = 2500

/**
 * Reads one YAML 1.2 document of the core schema; null when the text is none, which is reported. In steps: a large file
 * must not hold up who waits for a reply.
 */
export async function parseYaml(
  yaml: Yaml,
  text: string,
  lines: LineCounter,
  report: Report,
): Promise<ParsedNode | null> {
  const parser = new yaml.Parser(lines.addNewLine)
  lines.addNewLine(0)
  const tokens = []
  let count = 0
  for (const lexeme of new yaml.Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme))
    // What comes next recurses: 32 KB of `[` would end the process. The document and a scalar are in the stack too.
    if (parser.stack.length > deepest + 2) {
      report(parser.offset, `is nested deeper than ${deepest} levels; write it flatter`)
      return null
    }
    if (++count % lexemesAtOnce === 0) await nextTurn()
  }
  tokens.push(...parser.end())
  await nextTurn()
  const { document, second } = compose(yaml, tokens, text.length)
  const errors = [...(document?.errors ?? []), ...(document?.warnings ?? [])]
  for (const error of errors) report(error.pos[0], explain(error))
  if (errors.length > 0) return null
  if (second) report(second.range[0], 'holds more than one YAML document; write one file for each')
  else if (!document?.contents) report(0, 'is empty; begin it with version: 1')
  return second ? null : (document?.contents ?? null)
}

type Tokens = Parameters<InstanceType<Yaml['Composer']>['compose']>[0]

/** The first document and where a second begins. An error of the parser's costs more by its stack than by all else. */
function compose(yaml: Yaml, tokens: Tokens, length: number) {
  // uniqueKeys compares every key with every other one: `plainData` has a linear check.
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
  // Tags and directives of somebody's own are right YAML.
  const what = ownWords.has(code) ? 'holds YAML that scenario files do not use' : 'is not valid YAML'
  return `${what}: ${message}${help === undefined ? '' : `; ${help}`}`
}

const ownWords: ReadonlySet<string> = new Set(['TAG_RESOLVE_FAILED', 'BAD_DIRECTIVE'])

/** What to write instead, by the parser's code, where its own words do not say it. */
const helps: ReadonlyMap<string, string> = new Map([
  ['BAD_ALIAS', 'put text that begins with * in quotes'],
  ['BAD_DIRECTIVE', 'leave the line out'],
  ['BAD_DQ_ESCAPE', 'write \\\\ for a backslash, or put the text in single quotes'],
  ['BAD_SCALAR_START', 'put the text in quotes'],
  ['DUPLICATE_KEY', 'remove one of the two'],
  ['MULTILINE_IMPLICIT_KEY', 'write the key on one line, with its : behind it'],
  ['TAB_AS_INDENT', 'indent with spaces'],
  ['TAG_RESOLVE_FAILED', 'leave the tag out'],
])
