import { readFileSync } from 'node:fs'
import { ConfigError, type ConfigInput, checkConfig, problemsOf } from './config.ts'
import { pathText } from './domain/input-error.ts'

const maxBytes = 64 * 1024

/** Reads and checks a config file. Throws a `ConfigError` with every problem: file, line, column, what, and what to write. */
export async function readConfigFile(file: string): Promise<ConfigInput> {
  const text = readText(file)
  const { parseDocument, LineCounter, isMap, isPair } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  if (document.errors.length > 0)
    throw new ConfigError(document.errors.map(({ pos, message }) => `${at(pos[0])}  ${message}`))
  const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {}
  const checked = checkConfig(value)
  if (checked.success) return value as ConfigInput

  /** Where a key or a list's entry of the file stands; for one that is missing, where its parent does. */
  const offsetOf = (path: readonly PropertyKey[]): number => {
    if (path.length === 0) return 0
    const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
    const key = isMap(parent)
      ? parent.items.find((item) => isPair(item) && String(item.key) === String(path.at(-1)))?.key
      : document.getIn(path, true)
    const [offset] = (key as { range?: readonly number[] } | undefined)?.range ?? []
    return offset ?? offsetOf(path.slice(0, -1))
  }
  throw new ConfigError(
    problemsOf(checked.error).map(
      ({ path, message }) => `${at(offsetOf(path))}  ${pathText(path) || 'the file'}: ${message}`,
    ),
  )
}

function readText(file: string): string {
  try {
    const bytes = readFileSync(file)
    if (bytes.length > maxBytes) throw new ConfigError([`${file}: larger than 64 KB`])
    return bytes.toString('utf8')
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError([
      `${file}: cannot be read (${cause instanceof Error ? cause.message : cause}); name another with --config`,
    ])
  }
}
