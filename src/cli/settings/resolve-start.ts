import { randomBytes } from 'node:crypto'
import { hostname, networkInterfaces } from 'node:os'
import { containerHosts } from '../../domain/container-hosts.ts'
import { ipMatcher } from '../../domain/ip-range.ts'
import { type Flags, type Resolved, resolveSettings, type SettingSource } from './resolve-config.ts'

export interface ContainerFlags extends Flags {
  readonly container?: boolean
}

export async function resolveStart({ container = false, ...flags }: ContainerFlags): Promise<Resolved> {
  const resolved = await resolveSettings(flags)
  return container ? forContainer(resolved, networkInterfaces()) : resolved
}

/**
 * A sandbox in a container listens on every address, demands a token (a new one at each start), answers to the names that
 * other containers know it by, and sends webhooks to the networks of the container and to the machine that it runs on.
 * What is set goes first; lists are added to.
 */
export function forContainer(
  { config, sourceOf }: Resolved,
  interfaces: ReturnType<typeof networkInterfaces>,
): Resolved {
  const addresses = privateAddresses(interfaces)
  const isSet = (setting: string) => sourceOf(setting).from !== 'default'
  const given: SettingSource = { from: 'flag', name: '--container' }
  return {
    config: {
      ...config,
      host: isSet('host') ? config.host : '0.0.0.0',
      // A token must not be guessed, so it is not derived from the seed.
      token: config.token ?? randomBytes(24).toString('base64url'),
      // A service of a compose file has a name without a dot. A web page on another site has no such address, so none
      // can pass for the sandbox's (DNS rebinding).
      allowHost: [...config.allowHost, '*', hostname(), ...addresses.map(({ name }) => name)],
      // Only the container's own networks, where its neighbours are, not every private address.
      callbackAllow: [...config.callbackAllow, ...containerHosts, ...addresses.map(({ network }) => network)],
    },
    sourceOf: (setting) => (filled.includes(setting) && !isSet(setting) ? given : sourceOf(setting)),
  }
}

const filled: readonly string[] = ['host', 'token', 'allowHost', 'callbackAllow']

/** The private addresses of this machine as a Host header names them, each with its network. */
function privateAddresses(interfaces: ReturnType<typeof networkInterfaces>) {
  const isPrivate = ipMatcher(privateNetworks)
  return Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .flatMap(({ address, cidr, internal, family }) =>
      internal || cidr === null || !isPrivate(address)
        ? []
        : [{ name: family === 'IPv6' ? `[${address}]` : address, network: cidr }],
    )
}

const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']
