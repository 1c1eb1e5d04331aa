import { nextTurn } from '../../time.ts'
import { growTree, type Replaced } from './build-tree.ts'
import { deepest, type Fault, type Tree } from './located-value.ts'
import { nestsDeeperAt } from './nesting-guard.ts'
import type { Yaml } from './yaml.ts'

/** How many pieces the lexer may find, more than 64 KB of stories have: beyond them parsing takes too long. */
const mostLexemes = 50_000

/** How many lexemes are found or parsed before other work has its turn. */
const lexemesAtOnce = 10_000

/** What a text is as YAML; the tree is null when it is no document. */
export interface ReadYaml {
  readonly tree: Tree | null
  readonly faults: readonly Fault[]
  readonly replaced: readonly Replaced[]
}

/** Reads one YAML 1.2 document of the core schema. In steps: a large file must not hold up who waits for a reply. */
export async function readYaml(yaml: Yaml, text: string): Promise<ReadYaml> {
  const lexemes = await inSteps(new yaml.Lexer().lex(text), (lexeme) => [lexeme], mostLexemes)
  const tooDeep = nestsDeeperAt(lexemes, deepest)
  if (tooDeep !== null) return broken(tooDeep, `is nested deeper than ${deepest} levels; write it flatter`)
  if (lexemes.length > mostLexemes) return broken(0, 'holds too many keys and values; split it into several files')
  const parser = new yaml.Parser()
  const tokens = await inSteps(lexemes, (lexeme) => parser.next(lexeme))
  const { document, second } = compose(yaml, [...tokens, ...parser.end()], text.length)
  const errors = [...(document?.errors ?? []), ...(document?.warnings ?? [])]
  // Two brackets that never close are told twice at the end of the text.
  const faults = new Map(errors.map((error) => [error.pos[0], syntaxFault(error)]))
  if (faults.size > 0) return { tree: null, faults: [...faults.values()], replaced: [] }
  if (second) return broken(second.range[0], 'holds more than one YAML document; write one file for each')
  if (!document?.contents) return broken(0, 'is empty; begin it with version: 1')
  await nextTurn()
  return growTree(yaml, document.contents)
}

/** What is made of each of these, until there are more than `most`. */
async function inSteps<From, To>(
  from: Iterable<From>,
  make: (each: From) => Iterable<To>,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly To[]> {
  const made: To[] = []
  let sincePause = 0
  for (const each of from) {
    for (const one of make(each)) made.push(one)
    if (made.length > most) return made
    if (++sincePause % lexemesAtOnce === 0) await nextTurn()
  }
  return made
}

function broken(offset: number, message: string): ReadYaml {
  return { tree: null, faults: [{ offset, path: [], message }], replaced: [] }
}

type Tokens = Parameters<InstanceType<Yaml['Composer']>['compose']>[0]

/** The first document and where a second begins. An error of the parser's costs more by its stack than by all else. */
function compose(yaml: Yaml, tokens: Tokens, length: number) {
  // uniqueKeys compares every key with every other one: `growTree` has a linear check.
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

interface YamlError {
  readonly code: string
  readonly message: string
  readonly pos: readonly [number, number]
}

function syntaxFault({ code, message, pos }: YamlError): Fault {
  const help = helps.get(code)
  // Tags and directives of somebody's own are right YAML.
  const what = ownWords.has(code) ? 'holds YAML that scenario files do not use' : 'is not valid YAML'
  return { offset: pos[0], path: [], message: `${what}: ${message}${help === undefined ? '' : `; ${help}`}` }
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
