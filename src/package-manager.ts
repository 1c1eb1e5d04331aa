import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The places searched for the package manager in use. */
export interface Surroundings {
  /** The variable `npm_config_user_agent` that npm, pnpm, yarn and bun set: `pnpm/10.4.0 npm/? node/v22.14.0 linux x64`. */
  readonly agent: string | undefined
  readonly folder: string
}

function surroundings(): Surroundings {
  return { agent: process.env.npm_config_user_agent, folder: process.cwd() }
}

/** The line that installs a package with native code as a development dependency, and lets it be compiled. */
export function installCommand(spec: string, where: Surroundings = surroundings()): string {
  return `${commands[packageManager(where)]} ${spec}`
}

const commands = {
  npm: 'npm install --save-dev',
  // Version 10 runs no install script that is not named, and version 9 does not know the option.
  'pnpm 9': 'pnpm add --save-dev',
  pnpm: 'pnpm add --save-dev --allow-build=better-sqlite3',
  'yarn 1': 'yarn add --dev',
  yarn: 'YARN_ENABLE_SCRIPTS=true yarn add --dev',
  bun: 'bun add --dev --trust',
} as const

type PackageManager = keyof typeof commands

function packageManager({ agent, folder }: Surroundings): PackageManager {
  const [, name = '', major = ''] = /^(npm|pnpm|yarn|bun)\/(\d+)/.exec(agent ?? '') ?? []
  if (name === '') return byLockFile(folder)
  if (name === 'pnpm') return Number(major) < 10 ? 'pnpm 9' : 'pnpm'
  if (name === 'yarn') return major === '1' ? 'yarn 1' : 'yarn'
  return name === 'bun' ? 'bun' : 'npm'
}

const lockFiles: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['package-lock.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['.yarnrc.yml', 'yarn'],
  ['yarn.lock', 'yarn 1'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]

/** The owner of the nearest lock file, here or above. */
function byLockFile(folder: string): PackageManager {
  const found = lockFiles.find(([file]) => existsSync(join(folder, file)))
  if (found) return found[1]
  return dirname(folder) === folder ? 'npm' : byLockFile(dirname(folder))
}
