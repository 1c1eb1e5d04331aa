import { growTree } from './grow-tree.ts'
import type { Yaml } from './load.ts'
import { nestsDeeperAt } from './nesting.ts'
import { deepest, type Fault, type Tree } from './tree.ts'

/** How many pieces the lexer may find, more than 64 KB of stories have: beyond them parsing takes too long. */
const mostLexemes = 50_000

/** Reads one YAML 1.2 document of the core schema; the tree is null when the text is no such document. */
export function readYaml(yaml: Yaml, text: string): { tree: Tree | null; faults: readonly Fault[] } {
  const lexemes = [...new yaml.Lexer().lex(text)]
  const tooDeep = nestsDeeperAt(lexemes, deepest)
  if (tooDeep !== null) return broken(tooDeep, `is nested deeper than ${deepest} levels; write it flatter`)
  if (lexemes.length > mostLexemes) return broken(0, 'holds too many keys and values; split it into several files')
  const [document, second] = compose(yaml, lexemes, text.length)
  const errors = [...(document?.errors ?? []), ...(document?.warnings ?? [])]
  // Two brackets that never close are told twice at the end of the text.
  const faults = new Map(errors.map((error) => [error.pos[0], syntaxFault(error)]))
  if (faults.size > 0) return { tree: null, faults: [...faults.values()] }
  if (second) return broken(second.range[0], 'holds more than one YAML document; write one file for each')
  if (!document?.contents) return broken(0, 'is empty; begin it with version: 1')
  return growTree(yaml, document.contents)
}

function broken(offset: number, message: string): { tree: null; faults: Fault[] } {
  return { tree: null, faults: [{ offset, path: [], message }] }
}

function compose(yaml: Yaml, lexemes: readonly string[], length: number) {
  const parser = new yaml.Parser()
  function* tokens() {
    for (const lexeme of lexemes) yield* parser.next(lexeme)
    yield* parser.end()
  }
  // uniqueKeys compares every key with every other one: `growTree` has a linear check.
  const composer = new yaml.Composer({ version: '1.2', schema: 'core', uniqueKeys: false, prettyErrors: false })
  return [...composer.compose(tokens(), true, length)]
}

interface YamlError {
  readonly code: string
  readonly message: string
  readonly pos: readonly [number, number]
}

function syntaxFault({ code, message, pos }: YamlError): Fault {
  const help = code === 'BAD_ALIAS' ? '; put text that begins with * in quotes' : ''
  return { offset: pos[0], path: [], message: `is not valid YAML: ${message}${help}` }
}
