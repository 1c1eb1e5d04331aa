import ts from 'typescript'

// Each is looked up once: `ts.` before them takes half of the time of a walk through src.
const {
  createSourceFile,
  forEachChild,
  isBinaryExpression,
  isCallExpression,
  isCaseClause,
  isIdentifier,
  isNonNullExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isStringLiteralLike,
  isTemplateExpression,
  isVariableStatement,
} = ts
const { EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken, QuestionQuestionToken } = ts.SyntaxKind

/** Methods of strings that look for a pattern; arrays have two of them. */
const looking = /^(?:startsWith|endsWith|includes|indexOf|lastIndexOf|search|match|matchAll|replace|replaceAll|split)$/
/** Methods that only strings have. */
const ofStrings = /^(?:startsWith|endsWith|search|match|matchAll|replace|replaceAll|split)$/
const ofPatterns = /^(?:test|exec)$/

/** What holds or makes a sentence, by its name: `error.message`, `hint`, `distanceWords(...)`. */
const sentences =
  /(?:^|[a-z])(?:[Mm]essage|[Hh]int|[Nn]ote|[Tt]itle|[Ww]hy|[Ss]entence|[Ss]ays|[Ee]vidence|[Ss]ummary|[Ee]rror|[Dd]escription|[Ww]ords|Text|Problem|Advice)$/
/** Words as a sentence has them: two in a row, or one beside a space. */
const words = /[A-Za-z]{2} | [A-Za-z]{2}/
/** Few members of a list end with one. */
const wordWithMark = /^[A-Za-z]{3,}[:;,.]\s*$/
const word = /^\s*[A-Za-z]{3,}[:;,.]?\s*$/

export interface Matched {
  readonly line: number
  /** What is looked into. */
  readonly subject: string
}

/** Each place in a program that looks for a pattern in a sentence. */
export function matchedSentences(path: string, program: string): readonly Matched[] {
  const source = createSourceFile(path, program, ts.ScriptTarget.ES2023, true)
  const found: Matched[] = []
  const visit = (node: ts.Node): void => {
    const subject = subjectIn(node)
    if (subject !== null) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({ line, subject: subject.getText().replaceAll(/\s+/g, ' ') })
    }
    forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The sentence that a node looks into, or null. */
function subjectIn(node: ts.Node): ts.Node | null {
  if (isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    const isComparison = kind === EqualsEqualsEqualsToken || kind === ExclamationEqualsEqualsToken
    const sides = [node.left, node.right]
    return isComparison && (sides.some(isPhrase) || sides.every(isText)) ? node : null
  }
  if (isCaseClause(node)) return isPhrase(node.expression) ? node.expression : null
  if (isRegularExpressionLiteral(node)) return hasWords(node) ? node : null
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return null
  const { expression: owner, name } = node.expression
  const [first] = node.arguments
  if (first === undefined) return null
  if (ofPatterns.test(name.text)) return isSentence(first) ? first : null
  if (!looking.test(name.text)) return null
  const isOfString = ofStrings.test(name.text)
  const sought = (isOfString && constantIn(first)) || (patternOf(first) ?? '')
  const isWord = (isOfString && word.test(sought)) || wordWithMark.test(sought)
  const isPhraseSought = isText(first) || (!isRegularExpressionLiteral(first) && words.test(sought))
  return isPhraseSought || isWord || isSentence(owner) ? owner : null
}

function isPhrase(node: ts.Node): boolean {
  return isStringLiteralLike(node) && words.test(node.text)
}

function hasWords(pattern: ts.Node): boolean {
  return words.test(patternOf(pattern) ?? '')
}

/** The text of a constant of the file; null for anything else. */
function constantIn(node: ts.Node): string | null {
  if (!isIdentifier(node)) return null
  const { statements } = node.getSourceFile()
  const all = statements.flatMap((one) => (isVariableStatement(one) ? one.declarationList.declarations : []))
  const { initializer } = all.find((one) => one.name.getText() === node.text) ?? {}
  return initializer === undefined ? null : patternOf(initializer)
}

/** The text of a string, a template or a regular expression; null for anything else. */
function patternOf(node: ts.Node): string | null {
  if (isStringLiteralLike(node)) return node.text
  return isTemplateExpression(node) || isRegularExpressionLiteral(node) ? node.getText() : null
}

function isText(node: ts.Node): boolean {
  return isSentence(node) || isTextFact(node)
}

/** `event.text`, `businessRules.invalid_otp.text`. */
function isTextFact(node: ts.Node): boolean {
  return isPropertyAccessExpression(node) && node.name.text === 'text'
}

function isSentence(node: ts.Node): boolean {
  if (isCallExpression(node)) {
    const [of] = node.arguments
    const made = node.expression.getText()
    return (
      /^format[A-Z]/.test(made) ||
      isSentence(node.expression) ||
      (made === 'String' && of !== undefined && isSentence(of))
    )
  }
  if (isBinaryExpression(node)) return node.operatorToken.kind === QuestionQuestionToken && isSentence(node.left)
  if (isNonNullExpression(node) || isParenthesizedExpression(node)) return isSentence(node.expression)
  const name = isPropertyAccessExpression(node) ? node.name.text : isIdentifier(node) ? node.text : ''
  return sentences.test(name)
}
