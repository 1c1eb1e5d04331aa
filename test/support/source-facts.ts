import ts from 'typescript'

export interface Import {
  /** The module named; null if it is computed. */
  readonly specifier: string | null
  readonly typeOnly: boolean
  readonly line: number
}

/** A name used in a source file: `setTimeout`, `Date.now` (also written `globalThis.Date.now`), `new Date()`. */
export interface Use {
  readonly name: string
  readonly line: number
}

export interface SourceFacts {
  readonly imports: readonly Import[]
  readonly uses: readonly Use[]
}

/** Reads the imports (static, dynamic, re-exported, in types) and the uses of names out of a TypeScript source text. */
export function sourceFacts(path: string, text: string, names: ReadonlySet<string>): SourceFacts {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  const imports: Import[] = []
  const uses: Use[] = []
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
  const visit = (node: ts.Node): void => {
    const found = importIn(node)
    if (found) imports.push({ ...found, line: lineOf(node) })
    const name = nameIn(node)
    if (name !== undefined && names.has(name)) uses.push({ name, line: lineOf(node) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { imports, uses }
}

function importIn(node: ts.Node): Omit<Import, 'line'> | undefined {
  if (ts.isImportDeclaration(node)) return imported(node.moduleSpecifier, isTypeOnly(node.importClause))
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) return imported(node.moduleSpecifier, node.isTypeOnly)
  if (ts.isImportTypeNode(node))
    return imported(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true)
  if (ts.isExternalModuleReference(node)) return imported(node.expression, false)
  if (ts.isCallExpression(node) && isLoader(node.expression)) return imported(node.arguments[0], false)
  return undefined
}

function imported(specifier: ts.Node | undefined, typeOnly: boolean): Omit<Import, 'line'> {
  return { specifier: specifier && ts.isStringLiteralLike(specifier) ? specifier.text : null, typeOnly }
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword
}

function isLoader(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
}

function nameIn(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return isMemberName(node) ? undefined : node.text
  if (ts.isPropertyAccessExpression(node)) return memberName(node.expression, node.name)
  if (ts.isBindingElement(node)) return takenApart(node)
  if (!(ts.isNewExpression(node) || ts.isCallExpression(node)) || node.arguments?.length) return undefined
  const called = globalName(node.expression)
  if (called === undefined) return undefined
  return ts.isNewExpression(node) ? `new ${called}()` : `${called}()`
}

function memberName(of: ts.Node, member: ts.Node): string | undefined {
  const owner = globalName(of)
  if (owner === undefined || !ts.isIdentifier(member)) return undefined
  return owner === 'globalThis' ? member.text : `${owner}.${member.text}`
}

/** `Date` of `Date` and of `globalThis.Date`; longer paths name nothing of the platform. */
function globalName(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text
  return ts.isPropertyAccessExpression(node) && globalName(node.expression) === 'globalThis'
    ? node.name.text
    : undefined
}

/** `const { env } = process` uses `process.env`. */
function takenApart(node: ts.BindingElement): string | undefined {
  const declaration = node.parent.parent
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined
  return memberName(declaration.initializer, node.propertyName ?? node.name)
}

/** Whether an identifier only names a member (`timer.setTimeout`, `{ console: 1 }`), and so is no use of the global. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node
  return ts.isTypeElement(parent) || ts.isClassElement(parent) ? parent.name === node : false
}
