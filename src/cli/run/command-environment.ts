import { type Access, accessVariables, environment, prefix } from '../environment.ts'
import { UsageError } from '../exit.ts'

const placeholders = ['url', 'apiKey', 'webhookSecret'] as const

/**
 * The environment of a command that runs with a sandbox: this process's own, the sandbox's variables, and the ones that
 * `--env NAME=template` asks for. Throws a `UsageError` if a template makes no sense.
 */
export function commandEnvironment(templates: readonly string[]): (access: Access) => NodeJS.ProcessEnv {
  const own = templates.map(parseVariable)
  return (access) => {
    const fill = (template: string) =>
      placeholders.reduce((text, name) => text.replaceAll(`{${name}}`, access[name]), template)
    return {
      ...environment,
      ...accessVariables(access),
      // The test library connects to this sandbox in place of starting one.
      [`${prefix}EXEC`]: '1',
      ...Object.fromEntries(own.map(([name, template]) => [name, fill(template)])),
    }
  }
}

function parseVariable(text: string): readonly [name: string, template: string] {
  const [, name, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? []
  if (name === undefined || template === undefined) {
    throw new UsageError(`--env ${text}: write NAME=value, for example PAYMENTS_BASE_URL={url}`)
  }
  for (const [whole, inside = ''] of template.matchAll(/\{(\w*)\}/g)) {
    if (placeholders.some((known) => known === inside)) continue
    throw new UsageError(`--env ${text}: ${whole} stands for nothing; write {url}, {apiKey} or {webhookSecret}`)
  }
  return [name, template]
}
