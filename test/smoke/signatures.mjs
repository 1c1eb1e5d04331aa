// Runs the signature checks of examples/signatures against a sandbox: each accepts the webhooks that the sandbox sends and
// refuses what is not what was signed. `node test/smoke/signatures.mjs FOLDER NAME...`; the folder has the package and what
// the programs in JavaScript import. Without a folder one is made, and without names all are run.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '..', '..')
const source = join(root, 'examples', 'signatures')
const python = '/usr/bin/python3'

/** How each is run in a copy of the folder: the command, and first what makes a program of a file that is a part of one. */
const programs = {
  express: { command: ['node', 'express.js'] },
  hono: { command: ['node', 'hono.js'] },
  fastify: { command: ['node', 'fastify.js'] },
  nest: { command: ['node', 'nest.js'], prepare: compileNest },
  django: { needs: [python, '-c', 'import django'], command: [python, 'serve_django.py'], prepare: wrapDjango },
  fastapi: {
    needs: [python, '-c', 'import fastapi, uvicorn'],
    command: [python, '-m', 'uvicorn', '--log-level', 'warning', '--port', 'PORT', 'fastapi_app:app'],
  },
  flask: {
    needs: [python, '-c', 'import flask'],
    command: [python, '-m', 'flask', '--app', 'flask_app', 'run', '--port', 'PORT'],
  },
  php: { needs: ['php', '--version'], command: ['php', '-S', '127.0.0.1:PORT', 'webhook.php'] },
  laravel: { needs: ['php', '--version'], command: ['php', '-S', '127.0.0.1:PORT', 'serve.php'], prepare: wrapLaravel },
  go: {
    needs: ['go', 'version'],
    command: ['./webhook'],
    prepare: (cwd) => run(cwd, 'go', 'build', '-o', 'webhook', 'webhook.go'),
  },
  java: {
    needs: ['javac', '-version'],
    command: ['java', 'Webhook'],
    prepare: (cwd) => run(cwd, 'javac', 'Webhook.java'),
  },
}
/** What must be found: a program that takes every signature for a right one. */
const unchecked = { command: ['node', 'hono.js'], prepare: skipCheck }

const [given, ...named] = process.argv.slice(2)
const project = given ?? makeProject()
const names = named.length > 0 ? named : Object.keys(programs)
const folder = join(project, 'signatures')
rmSync(folder, { recursive: true, force: true })
cpSync(source, folder, { recursive: true })

const { startSandbox } = createRequire(join(project, 'package.json'))('payments-sandbox/testing')
const sandbox = await startSandbox({ clock: 'frozen' })
const failed = []
for (const name of names) {
  try {
    if (isMissing(programs[name])) continue
    await check(name, programs[name])
    console.log(`ok      ${name}`)
  } catch (error) {
    failed.push(name)
    console.log(`FAILED  ${name}: ${error.message}`)
  }
}
await assert.rejects(check('unchecked', unchecked), /'a changed amount': 204/)
await sandbox.stop()
if (given === undefined) rmSync(project, { recursive: true, force: true })
process.exitCode = failed.length

/** On a developer's machine a language may be missing; CI runs what it names. */
function isMissing({ needs }) {
  if (!needs || spawnSync(needs[0], needs.slice(1)).status === 0) return false
  assert.ok(!process.env.CI, `${needs.join(' ')} fails`)
  console.log(`skipped, because this fails: ${needs.join(' ')}`)
  return true
}

async function check(name, { command, prepare }) {
  prepare?.(folder)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/webhooks`
  const shop = await sandbox.business({ callbackUrl: url })
  const [file, ...args] = command.map((word) => word.replace('PORT', String(port)))
  const env = { ...process.env, PORT: String(port), PAYMENTS_API_KEY: shop.apiKey }
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const gone = once(child, 'exit')
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
  try {
    await isUp(url, () => `${name} did not start: ${printed}`)
    // An accent, a line break and a slash: what another serialiser writes differently.
    const order = { amount: 10.5, currency: 'GHS', network: 'MTN', accountNumber: '0241234567', reason: 'Thé/\n1' }
    await fetch(new URL('/collections/mobilemoney', sandbox.url), {
      method: 'POST',
      headers: { authorization: shop.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, accountName: 'Kouamé Aya', reference: 'order-1', metadata: { cart: 1 } }),
    })
    await shop.advance('10s')
    const { attempts, body } = await shop.webhook({ reference: 'order-1' })
    assert.deepEqual(
      attempts.map(({ response }) => response.status),
      [204],
      'it accepts the webhook of the sandbox',
    )
    // Byte for byte what was sent (D35).
    await refusals(url, JSON.stringify(body), attempts[0].headers['x-webhook-signature'], shop.apiKey)
  } finally {
    child.kill('SIGKILL')
    await gone
  }
}

/** What must be refused, each sent as the sandbox sends; and the right one again, so that a refusal says something. */
async function refusals(url, raw, signature, apiKey) {
  assert.equal(signature, sign(raw, apiKey), 'the test has the bytes that were signed')
  const statusOf = async (body, value) => {
    const headers = { 'content-type': 'application/json', ...(value && { 'x-webhook-signature': value }) }
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  const record = JSON.parse(raw)
  const cases = {
    'the right one': [204, raw, signature],
    'a changed amount': [401, raw.replace('10.5', '1050'), signature],
    'another key': [401, raw, sign(raw, 'test_other')],
    'no signature': [401, raw, null],
    'a signature in base64': [401, raw, createHmac('sha512', apiKey).update(raw).digest('base64')],
    'half a signature': [401, raw, signature.slice(0, 64)],
    'a signature with more after it': [401, raw, `${signature}00`],
    'JSON written again with spaces': [401, JSON.stringify(record, null, 2), signature],
    'JSON written again in another order': [401, JSON.stringify({ status: record.status, ...record }), signature],
    'a signature that is no ASCII': [401, raw, 'é'.repeat(128)],
    'an empty body': [401, '', signature],
  }
  const seen = {}
  for (const [what, [, body, value]] of Object.entries(cases)) seen[what] = await statusOf(body, value)
  const wanted = Object.fromEntries(Object.entries(cases).map(([what, [status]]) => [what, status]))
  assert.deepEqual(seen, wanted)
}

function sign(raw, key) {
  return createHmac('sha512', key).update(raw).digest('hex')
}

/** Waits until something listens, at most ten seconds. */
async function isUp(url, problem) {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const answer = await fetch(url).catch(() => null)
    if (answer !== null) return answer.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(problem())
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

function compileNest(cwd) {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  }
  const text = readFileSync(join(cwd, 'nest.ts'), 'utf8')
  writeFileSync(join(cwd, 'nest.js'), ts.transpileModule(text, { compilerOptions }).outputText)
}

function skipCheck(cwd) {
  writeFileSync(join(cwd, 'signature.js'), 'export const isSigned = () => true\n')
}

function wrapDjango(cwd) {
  writeFileSync(
    join(cwd, 'serve_django.py'),
    `import os
from wsgiref.simple_server import make_server
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import path
settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"])
from django_view import webhook
urlpatterns = [path("webhooks", webhook)]
make_server("127.0.0.1", int(os.environ["PORT"]), get_wsgi_application()).serve_forever()
`,
  )
}

/** Laravel is in no package registry here: these few lines stand for what the middleware uses of it. */
function wrapLaravel(cwd) {
  writeFileSync(
    join(cwd, 'serve.php'),
    `<?php
namespace Illuminate\\Http {
    class Request {
        function getContent() { return file_get_contents('php://input'); }
        function header($name) { return $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? null; }
    }
}
namespace {
    function config($name) { return getenv('PAYMENTS_API_KEY'); }
    function abort($status) { http_response_code($status); exit; }
    require 'VerifyWebhookSignature.php';
    (new App\\Http\\Middleware\\VerifyWebhookSignature)->handle(new Illuminate\\Http\\Request, fn () => http_response_code(204));
}
`,
  )
}

function run(cwd, ...[file, ...args]) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, `${file} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`)
}

/** A project with this repository as the package, and the frameworks from the registry. */
function makeProject() {
  const made = mkdtempSync(join(tmpdir(), 'payments-sandbox-signatures-'))
  cpSync(join(source, 'package.json'), join(made, 'package.json'))
  run(made, 'npm', 'install', '--no-audit', '--no-fund')
  mkdirSync(join(made, 'node_modules'), { recursive: true })
  symlinkSync(root, join(made, 'node_modules', 'payments-sandbox'))
  return made
}
