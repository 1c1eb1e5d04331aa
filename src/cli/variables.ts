import { ConfigError, configSchema, unknownVariable } from '../config.ts'
import { environment, prefix } from './environment.ts'

/** Not settings, but the sandbox's own: which config file, and what clients and `exec` tell of a running sandbox. */
const others = ['CONFIG', 'URL', 'API_KEY', 'WEBHOOK_SECRET'].map((name) => prefix + name)

/** What container platforms set by themselves in every container beside a service of the name payments-sandbox. */
const serviceLink = /^(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP))(?:_|$)/

/** The variable of a setting: `callbackUrl` is PAYMENTS_SANDBOX_CALLBACK_URL. */
export function variableOf(setting: string): string {
  return prefix + setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

/** Throws a `ConfigError` that names every variable with the sandbox's prefix that nothing reads. */
export function refuseUnknownVariables(): void {
  const settings = Object.keys(configSchema.shape).filter((name) => name !== 'businesses')
  const known = [...settings.map(variableOf), ...others]
  const strangers = Object.keys(environment).filter(
    (name) => name.startsWith(prefix) && !known.includes(name) && !serviceLink.test(name.slice(prefix.length)),
  )
  if (strangers.length > 0) throw new ConfigError(strangers.map((name) => unknownVariable(name, known)))
}
