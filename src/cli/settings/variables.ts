import { ConfigError, configSchema } from '../../config.ts'
import { meantInstead } from '../../domain/did-you-mean.ts'
import { environment, prefix } from '../environment.ts'

/** Not settings, but the sandbox's own: the config file, and what clients and `exec` take from a running sandbox. */
const others = ['CONFIG', 'URL', 'API_KEY', 'WEBHOOK_SECRET', 'EXEC'].map((name) => prefix + name)

/** The variable of a setting: `callbackUrl` is PAYMENTS_SANDBOX_CALLBACK_URL. */
export function variableOf(setting: string): string {
  return prefix + setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

/** Throws a `ConfigError` that names every variable with the sandbox's prefix that nothing reads. */
export function refuseUnknownVariables(): void {
  const settings = Object.keys(configSchema.shape).filter((name) => name !== 'businesses')
  const known = [...settings.map(variableOf), ...others]
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith(prefix) && !known.includes(name) && !isServiceLink(name),
  )
  if (unknown.length > 0)
    throw new ConfigError(unknown.map((name) => `${name}: unknown variable; ${meantInstead(name, known)}`))
}

/**
 * True for what container platforms set by themselves in every container beside a service of the name payments-sandbox:
 * PAYMENTS_SANDBOX_SERVICE_HOST, PAYMENTS_SANDBOX_PORT=tcp://10.0.0.7:4747 and their like.
 */
export function isServiceLink(name: string, text = environment[name] ?? ''): boolean {
  const rest = name.slice(prefix.length)
  if (rest === 'PORT') return text.startsWith('tcp://')
  return /^(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP))(?:_|$)/.test(rest)
}
