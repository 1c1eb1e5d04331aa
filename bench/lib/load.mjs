import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadTool } from '../../build/tools/load-tool.mjs'
import { key } from './calls.mjs'

const script = fileURLToPath(new URL('wrk.lua', import.meta.url))

/** The program that sends the requests: wrk if it is installed, because it uses less of the machine than autocannon. */
export const generator = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk'

let runs = 0

/**
 * Sends requests to a server for some seconds. Each connection sends its next request when it has the reply. Resolves with
 * the requests per second, their 99th percentile and their number. Every reply must be a success; with `refused`, none may be.
 */
export async function load(server, { paths, body = '', keys = [key], connections = 50, seconds, refused = false }) {
  runs += 1
  const request = { method: body === '' ? 'GET' : 'POST', paths, body, keys, prefix: `${runs}-`, connections, seconds }
  const result = await (generator === 'wrk' ? withWrk : withAutocannon)(server.url, request)
  const wrong = refused ? result.requests - result.refused : result.refused
  if (wrong > 0 || result.broken > 0 || result.requests === 0) {
    const seen = `of ${result.requests} replies ${wrong} were not as expected, and ${result.broken} did not come`
    throw new Error(`${seen}; now it is ${await sample(server, request)}`)
  }
  return { perSecond: result.requests / result.seconds, p99Ms: result.p99Ms, requests: result.requests }
}

async function withWrk(url, { method, paths, body, keys, prefix, connections, seconds }) {
  const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url]
  const args = [...load, '--', method, body, prefix, keys.join(), paths.join()]
  const { stdout } = await promisify(execFile)('wrk', args)
  return JSON.parse(stdout.trim().split('\n').at(-1))
}

async function withAutocannon(url, { method, paths, body, keys, prefix, connections, seconds }) {
  const { default: autocannon } = await loadTool('autocannon')
  let n = 0
  const setupRequest = (given) => {
    n += 1
    const headers = { authorization: keys[n % keys.length], 'content-type': 'application/json' }
    return { ...given, path: paths[n % paths.length], headers, body: body.replace('{n}', `${prefix}${n}`) || undefined }
  }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30,
    requests: [{ method, setupRequest }],
  })
  const requests = result['2xx'] + result.non2xx
  const broken = result.errors + result.timeouts + result.mismatches
  return { requests, refused: result.non2xx, broken, seconds: result.duration, p99Ms: result.latency.p99 }
}

async function sample({ url }, { method, paths, body, keys }) {
  const headers = { authorization: keys[0], 'content-type': 'application/json' }
  const sent = body === '' ? undefined : body.replace('{n}', `sample-${runs}`)
  const response = await fetch(url + paths[0], { method, headers, body: sent })
  return `${response.status} ${await response.text()}`
}
