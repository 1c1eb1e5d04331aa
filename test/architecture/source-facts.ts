import ts from 'typescript'

// Each is looked up once: `ts.` before them takes half of the time of a walk through src.
const {
  createSourceFile,
  forEachChild,
  isBindingElement,
  isCallExpression,
  isClassElement,
  isExportDeclaration,
  isExternalModuleReference,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isNewExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteralLike,
  isTypeElement,
  isVariableDeclaration,
} = ts

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
  const source = createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  const imports: Import[] = []
  const uses: Use[] = []
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
  const visit = (node: ts.Node): void => {
    const found = importIn(node)
    if (found) imports.push({ ...found, line: lineOf(node) })
    const name = nameIn(node)
    if (name !== undefined && names.has(name)) uses.push({ name, line: lineOf(node) })
    forEachChild(node, visit)
  }
  visit(source)
  return { imports, uses }
}

function importIn(node: ts.Node): Omit<Import, 'line'> | undefined {
  if (isImportDeclaration(node)) return imported(node.moduleSpecifier, isTypeOnly(node.importClause))
  if (isExportDeclaration(node) && node.moduleSpecifier) return imported(node.moduleSpecifier, node.isTypeOnly)
  if (isImportTypeNode(node))
    return imported(isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true)
  if (isExternalModuleReference(node)) return imported(node.expression, false)
  if (isCallExpression(node) && isLoader(node.expression)) return imported(node.arguments[0], false)
  return undefined
}

function imported(specifier: ts.Node | undefined, typeOnly: boolean): Omit<Import, 'line'> {
  return { specifier: specifier && isStringLiteralLike(specifier) ? specifier.text : null, typeOnly }
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword
}

function isLoader(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (isIdentifier(callee) && callee.text === 'require')
}

function nameIn(node: ts.Node): string | undefined {
  if (isIdentifier(node)) return isMemberName(node) ? undefined : node.text
  if (isPropertyAccessExpression(node)) return memberName(node.expression, node.name)
  if (isBindingElement(node)) return takenApart(node)
  if (!(isNewExpression(node) || isCallExpression(node)) || node.arguments?.length) return undefined
  const called = globalName(node.expression)
  if (called === undefined) return undefined
  return isNewExpression(node) ? `new ${called}()` : `${called}()`
}

function memberName(of: ts.Node, member: ts.Node): string | undefined {
  const owner = globalName(of)
  if (owner === undefined || !isIdentifier(member)) return undefined
  return owner === 'globalThis' ? member.text : `${owner}.${member.text}`
}

/** `Date` of `Date` and of `globalThis.Date`; longer paths name nothing of the platform. */
function globalName(node: ts.Node): string | undefined {
  if (isIdentifier(node)) return node.text
  return isPropertyAccessExpression(node) && globalName(node.expression) === 'globalThis' ? node.name.text : undefined
}

/** `const { env } = process` uses `process.env`. */
function takenApart(node: ts.BindingElement): string | undefined {
  const declaration = node.parent.parent
  if (!isVariableDeclaration(declaration) || !declaration.initializer) return undefined
  return memberName(declaration.initializer, node.propertyName ?? node.name)
}

/** Whether an identifier only names a member (`timer.setTimeout`, `{ console: 1 }`), and so is no use of the global. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node
  if (isPropertyAccessExpression(parent) || isPropertyAssignment(parent)) return parent.name === node
  return isTypeElement(parent) || isClassElement(parent) ? parent.name === node : false
}
