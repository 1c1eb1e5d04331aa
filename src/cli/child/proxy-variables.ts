type Environment = Readonly<Record<string, string | undefined>>

/** How the sandbox of `exec` and `explore` is addressed, by its number and by its name. */
const loopback = ['127.0.0.1', 'localhost']

/** The variables that name what a proxy is not for, with the sandbox's address added. Programs read one or the other. */
export function noProxyVariables(environment: Environment): Readonly<Record<'NO_PROXY' | 'no_proxy', string>> {
  const given = [environment.no_proxy, environment.NO_PROXY].flatMap((value) => value?.split(',') ?? [])
  const hosts = new Set([...given.map((host) => host.trim()), ...loopback])
  hosts.delete('')
  // Some programs understand `*` only alone.
  const value = hosts.has('*') ? '*' : [...hosts].join(',')
  return { NO_PROXY: value, no_proxy: value }
}

/** The names of the variables that send a program's calls to a proxy, as they are written in `environment`. */
export function proxyVariables(environment: Environment): readonly string[] {
  return Object.keys(environment).filter((name) => /^(?:https?|all)_proxy$/i.test(name) && environment[name] !== '')
}
