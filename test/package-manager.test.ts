import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installCommand } from '../src/package-manager.ts'
import { folderWith } from './support/cli.ts'

const spec = 'better-sqlite3@12.9.0'

test.each([
  ['npm/10.8.2 node/v20.19.0 linux x64 workspaces/false', `npm install --save-dev ${spec}`],
  ['pnpm/9.15.0 npm/? node/v20.19.0 linux x64', `pnpm add --save-dev ${spec}`],
  ['pnpm/10.4.1 npm/? node/v20.19.0 linux x64', `pnpm add --save-dev --allow-build=better-sqlite3 ${spec}`],
  ['yarn/1.22.22 npm/? node/v20.19.0 linux x64', `yarn add --dev ${spec}`],
  ['yarn/4.18.1 npm/? node/v20.19.0 linux x64', `YARN_ENABLE_SCRIPTS=true yarn add --dev ${spec}`],
  ['bun/1.4.5 npm/? node/v20.19.0 linux x64', `bun add --dev --trust ${spec}`],
])('the program that %s runs is given that command', (agent, command) => {
  expect(installCommand(spec, { agent, folder: folderWith({ 'pnpm-lock.yaml': '' }) })).toBe(command)
})

test.each([
  ['package-lock.json', `npm install --save-dev ${spec}`],
  ['pnpm-lock.yaml', `pnpm add --save-dev --allow-build=better-sqlite3 ${spec}`],
  ['yarn.lock', `yarn add --dev ${spec}`],
  ['.yarnrc.yml', `YARN_ENABLE_SCRIPTS=true yarn add --dev ${spec}`],
  ['bun.lock', `bun add --dev --trust ${spec}`],
])('without one the lock file decides, here or above: %s', (file, command) => {
  const root = folderWith({ [file]: '' })
  const folder = join(root, 'packages', 'shop')
  mkdirSync(folder, { recursive: true })
  expect(installCommand(spec, { agent: undefined, folder })).toBe(command)
})
