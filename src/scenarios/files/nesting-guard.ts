// The marks that the YAML lexer puts between lexemes; they take no room in the text.
const documentBegins = '\u0002'
const bracketsGivenUp = '\u0018'
const scalarFollows = '\u001f'
const marks: readonly string[] = [documentBegins, bracketsGivenUp, scalarFollows]

/**
 * The offset at which YAML lexemes nest deeper than `limit`, within a factor of two; null when they do not. Looked for
 * before parsing, because the parser recurses: 64 KB of `[` would exhaust its stack.
 */
export function nestsDeeperAt(lexemes: Iterable<string>, limit: number): number | null {
  const nesting = new Nesting()
  let offset = 0
  let isScalar = false
  for (const lexeme of lexemes) {
    if (marks.includes(lexeme) && !isScalar) {
      isScalar = lexeme === scalarFollows
      if (lexeme === bracketsGivenUp) nesting.leaveBrackets()
      continue
    }
    nesting.see(isScalar ? 'scalar' : lexeme, lexeme)
    if (nesting.depth > limit) return offset
    offset += lexeme.length
    isScalar = false
  }
  return null
}

/** How deep the lexer stands: indented blocks, `-` and `?` in a row on one line, brackets, and `a: b: c` chains. */
class Nesting {
  /** Columns at which the open blocks begin. */
  private readonly blocks: number[] = []
  /** For each open bracket, the colons since its last comma. */
  private readonly brackets: number[] = []
  private chained = 0
  private column = 0
  private lineColons = 0
  private lineStarts = true

  get depth(): number {
    return this.blocks.length + this.brackets.length + this.chained + Math.max(0, this.lineColons - 1)
  }

  see(kind: string, lexeme: string): void {
    if (this.brackets.length > 0) this.seeInBrackets(kind)
    else if (kind === '[' || kind === '{') this.brackets.push(0)
    else this.seeInBlock(kind)
    const lineBreak = lexeme.lastIndexOf('\n')
    this.column = lineBreak === -1 ? this.column + lexeme.length : lexeme.length - lineBreak - 1
    if (kind !== 'scalar' && lineBreak !== -1) this.startLine()
  }

  leaveBrackets(): void {
    this.brackets.length = 0
    this.chained = 0
  }

  private startLine(): void {
    this.lineStarts = true
    this.lineColons = 0
  }

  private seeInBlock(kind: string): void {
    if (kind.trim() === '' || kind.startsWith('#')) return
    if (this.lineStarts) while ((this.blocks.at(-1) ?? -1) >= this.column) this.blocks.pop()
    if (this.lineStarts || kind === '-' || kind === '?') this.blocks.push(this.column)
    if (kind === ':') this.lineColons++
    this.lineStarts = false
  }

  private seeInBrackets(kind: string): void {
    if (kind === '[' || kind === '{') this.brackets.push(0)
    else if (kind === ']' || kind === '}') this.chained -= Math.max(0, (this.brackets.pop() ?? 0) - 1)
    else if (kind === ',') this.chained -= Math.max(0, (this.brackets.splice(-1, 1, 0)[0] ?? 0) - 1)
    else if (kind === ':' || kind === '?') {
      const colons = this.brackets.pop() ?? 0
      this.brackets.push(colons + 1)
      if (colons > 0) this.chained++
    }
  }
}
