import { accessVariables, type Credentials, environment, prefix } from '../environment.ts'
import { UsageError } from '../exit.ts'
import { noProxyVariables } from './proxy-variables.ts'

const placeholders = ['url', 'apiKey', 'webhookSecret'] as const
/** With it the test library connects to this sandbox in place of starting one. */
const runVariable = `${prefix}EXEC`

type Placeholder = (typeof placeholders)[number] | 'folder'

/**
 * The environment of a command that runs with a sandbox: this process's own without a token, where no proxy is for the sandbox's
 * address, the sandbox's variables, and the ones that `--env NAME=template` asks for. `further` names placeholders that the command has besides. Throws a `UsageError` if a
 * template makes no sense.
 */
export function commandEnvironment(
  templates: readonly string[],
  further: readonly 'folder'[] = [],
): (values: Credentials & { readonly folder?: string }) => NodeJS.ProcessEnv {
  const known: readonly Placeholder[] = [...placeholders, ...further]
  const own = templates.map((text) => parseVariable(text, known))
  return (values) => {
    const { folder: _, ...access } = values
    // The token opens the sandbox that this process was given, not the one of the command, which has none.
    const { [`${prefix}TOKEN`]: _token, ...outer } = environment
    const fill = (template: string) =>
      known.reduce((text, name) => text.replaceAll(`{${name}}`, values[name] ?? ''), template)
    return {
      ...outer,
      ...noProxyVariables(environment),
      ...accessVariables(access),
      [runVariable]: '1',
      ...Object.fromEntries(own.map(([name, template]) => [name, fill(template)])),
    }
  }
}

function parseVariable(text: string, placeholders: readonly Placeholder[]): readonly [name: string, template: string] {
  const [, name, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
  if (name === undefined || template === undefined) {
    throw new UsageError(`--env ${text}: write NAME=value, for example PAYMENTS_BASE_URL={url}`)
  }
  for (const [whole, inside = ''] of template.matchAll(/\{(\w*)\}/g)) {
    if (placeholders.some((known) => known === inside)) continue
    const names = placeholders.map((name) => `{${name}}`)
    const all = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
    throw new UsageError(`--env ${text}: ${whole} stands for nothing; write ${all}`)
  }
  return [name, template]
}
