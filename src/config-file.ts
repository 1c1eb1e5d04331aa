import { readFileSync, statSync } from 'node:fs'
import { ConfigError, type ConfigInput, checkConfig, configProblems } from './config.ts'
import { pathText } from './domain/input-error.ts'
import { messageOf } from './error-code.ts'
import { type PlacedProblem, readYaml } from './yaml/read-yaml.ts'
import { encodingProblem } from './yaml/text-encoding.ts'

const maxBytes = 64 * 1024

/** Reads and checks a config file. Throws a `ConfigError` with every problem: file, line, column, what, and what to write. */
export async function readConfigFile(file: string): Promise<ConfigInput> {
  const { data, problems } = await readYaml(readText(file))
  if (problems.length > 0) throw refusal(file, problems)
  if (data === null) return {}
  const value = data.value ?? {}
  const checked = checkConfig(value)
  if (checked.success) return value as ConfigInput
  throw refusal(
    file,
    configProblems(checked.error).map(({ path, message }) => data.placed({ path, message, on: 'key' })),
  )
}

function refusal(file: string, problems: readonly PlacedProblem[]): ConfigError {
  const texts = problems.map(({ line, column, path, message }) => {
    return `${file}:${line}:${column}  ${pathText(path) || 'the file'}: ${message}`
  })
  return new ConfigError(texts)
}

function readText(file: string): string {
  try {
    // Reading a named pipe or a device can wait forever.
    if (!statSync(file).isFile()) throw new ConfigError([`${file}: is not a file; name a YAML file with --config`])
    const bytes = readFileSync(file)
    const problem = encodingProblem(bytes) ?? (bytes.length > maxBytes ? 'larger than 64 KB' : null)
    if (problem !== null) throw new ConfigError([`${file}: ${problem}`])
    return bytes.toString('utf8')
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError([`${file}: cannot be read (${messageOf(cause)}); name another with --config`])
  }
}
