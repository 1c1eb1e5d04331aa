import type { Path } from '../language/path.ts'
import { type Diagnostic, fileDiagnostic } from './diagnostic.ts'
import type { Finding } from './findings.ts'
import type { Place } from './line-column.ts'
import { offsetOf, shown, type Tree, treeAt } from './located-value.ts'
import type { ScenarioFile } from './scenario-file.ts'

/** How many problems of one file are told: a hostile file could have thousands. */
const mostProblems = 50

/** Everything wrong with one file, in the order of its lines: its faults as YAML, and what was found in its contents. */
export async function problemsIn(file: ScenarioFile, findings: readonly Finding[]): Promise<readonly Diagnostic[]> {
  const faults = file.faults.map((fault) => ({ ...fault, path: pathText(fault.path) }))
  const faulty = new Set(faults.map((fault) => fault.offset))
  const tree = file.contents?.tree
  const found = tree
    ? findings.map((each) => locate(each.tree ?? tree, each)).filter(({ offset }) => !faulty.has(offset))
    : []
  const all = [...faults, ...found].sort((one, other) => one.offset - other.offset)
  const frame = all.length > 0 ? await frameMaker(file.text) : () => ''
  const told = all.slice(0, mostProblems).map(({ offset, path, message }) => {
    const place = file.placeOf(offset)
    return { file: file.name, ...place, path, message, frame: frame(place) }
  })
  const untold = all.length - told.length
  return untold > 0 ? [...told, fileDiagnostic(file.name, `has ${untold} more problems; mend these first`)] : told
}

function locate(tree: Tree, finding: Finding): { offset: number; path: string; message: string } {
  const value = shown(treeAt(tree, finding.path))
  const message = finding.message.replaceAll('{value}', () => value)
  return { offset: offsetOf(tree, finding), path: pathText(finding.path), message }
}

/** `scenarios.va-split.transfers[0].pay` */
function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step).slice(0, 64)}`))
    .join('')
    .replace(/^\./, '')
}

/** Lines longer than this are cut: a frame is to be looked at. */
const longestLine = 200

async function frameMaker(text: string): Promise<(place: Place) => string> {
  const { codeFrameColumns } = await import('@babel/code-frame')
  // YAML's lines end at \n only, a code frame's also at \r and at the separators of Unicode.
  const lines = text.split('\n').map((line) =>
    line
      .slice(0, longestLine)
      .replace(/[\r\u2028\u2029]/g, ' ')
      .trimEnd(),
  )
  const cut = lines.join('\n')
  return (start) =>
    start.column > longestLine ? '' : codeFrameColumns(cut, { start }, { linesAbove: 2, linesBelow: 1 })
}
