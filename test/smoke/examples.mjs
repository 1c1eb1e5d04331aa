// Runs the examples as a reader who copies them does: `node test/smoke/examples.mjs FOLDER [NAME...]`. The folder is a project that
// has the packed package installed; `install` puts the packages of the examples beside it. Each example passes, and fails
// with a mistake in it: a test that cannot fail shows nothing.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const source = join(import.meta.dirname, '..', '..', 'examples')
// Debian's Python, which has Debian's packages.
const python = '/usr/bin/python3'
const withSandbox = ['npx', '--no', 'payments-sandbox', 'exec']

/** How each is run in a copy of its folder; and a file with a mistake that it must find, as what is replaced by what, and its exit code then. */
const examples = {
  'hono-vitest': {
    command: ['npm', 'test'],
    mistake: ['shop.ts', 'return c.body(null, 401)', 'c.status(401)'],
  },
  'express-jest': {
    command: ['npm', 'test'],
    mistake: ['shop.js', 'return response.sendStatus(401)', 'response.status(401)'],
  },
  'fastapi-pytest': {
    needs: [python, '-c', 'import fastapi, httpx, pytest, uvicorn'],
    command: [...withSandbox, '--clock', 'frozen', '--', python, '-m', 'pytest'],
    mistake: ['shop.py', 'return hmac.compare_digest(signature.encode(), expected.encode())', 'return True'],
  },
  curl: {
    command: [...withSandbox, '--', 'sh', 'collect.sh'],
    mistake: ['collect.sh', '0240009110', '0241234567'],
  },
  'session-audit': {
    command: ['sh', 'audit.sh'],
    mistake: ['shop.mjs', "if (order.status !== 'open' || ", 'if ('],
    code: 5,
  },
  // The step of both CI files, in the project of another example.
  ci: {
    folder: 'hono-vitest',
    command: ['sh', '-c', ciCommand()],
    leaves: 'reports/payments.xml',
    mistake: ['shop.ts', 'order.sent += 1', 'order.sent += 2'],
  },
}

const [project, ...names] = process.argv.slice(2)
if (names.includes('install')) install()
else for (const name of names.length > 0 ? names : Object.keys(examples)) check(name)

function check(name) {
  const { folder = name, command, leaves, mistake, needs, code = 1 } = examples[name]
  if (needs && run(project, needs).status !== 0) return skip(name, needs)
  const begin = Date.now()
  const cwd = join(project, name)
  rmSync(cwd, { recursive: true, force: true })
  cpSync(join(source, folder), cwd, { recursive: true })
  const right = run(cwd, command)
  assert.equal(right.status, 0, `${name} fails:\n${right.output}`)
  if (leaves) assert.ok(existsSync(join(cwd, leaves)), `${name} leaves ${leaves}`)
  const [file, what, instead] = mistake
  const text = readFileSync(join(cwd, file), 'utf8')
  assert.ok(text.includes(what), `${file} has: ${what}`)
  writeFileSync(join(cwd, file), text.replace(what, instead))
  const wrong = run(cwd, command)
  assert.equal(wrong.status, code, `${name} does not find the mistake: ${instead}\n${wrong.output}`)
  console.log(`ok      ${name}, and it finds a mistake (${((Date.now() - begin) / 1000).toFixed(1)} s)`)
}

/** On a developer's machine something may be missing; CI runs everything. */
function skip(name, needs) {
  assert.ok(!process.env.CI, `${name} cannot run: ${needs.join(' ')} fails`)
  console.log(`skipped ${name}: ${needs.join(' ')} fails`)
}

/** One installation serves all: every package that an example or a signature check names, beside the sandbox. */
function install() {
  const wanted = new Map()
  for (const name of readdirSync(source)) {
    const file = join(source, name, 'package.json')
    if (!existsSync(file)) continue
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'))
    for (const [each, range] of Object.entries({ ...dependencies, ...devDependencies })) wanted.set(each, range)
  }
  const packages = [...wanted].map(([name, range]) => `${name}@${range}`)
  const { status, output } = run(project, [
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...packages,
  ])
  assert.equal(status, 0, output)
}

function ciCommand() {
  const file = readFileSync(join(source, 'ci', 'gitlab-ci.yml'), 'utf8')
  return parse(file).payments.script.join('\n')
}

function run(cwd, [file, ...args]) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, encoding: 'utf8' })
  return { status, output: `${error?.message ?? ''}${stdout}${stderr}` }
}
