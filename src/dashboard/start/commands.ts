import { curlOf } from '../transaction/curl.ts'
import { type CallNames, callOf, sampleOf } from './try.ts'

export interface Command {
  readonly title: string
  readonly text: string
}

export interface Where extends CallNames {
  readonly url: string
  readonly key: string
}

/** Shell commands to a first webhook and a first failure. */
export function firstCommands({ url, key, ...names }: Where): readonly Command[] {
  const headers = { authorization: key }
  const post = (path: string, body: unknown) => {
    const sent = { ...headers, 'content-type': 'application/json' }
    return curlOf({ method: 'POST', url: url + path, headers: sent, body })
  }
  const { path, body } = callOf(sampleOf('mobile-money'), names)
  const wait = `/_sandbox/webhooks/wait?reference=${names.reference}&timeout=10s`
  return [
    { title: 'Ask a customer for money', text: post(path, body) },
    { title: 'Wait for its webhook', text: curlOf({ method: 'GET', url: url + wait, headers, body: null }) },
    { title: 'Make the next payment fail', text: post('/_sandbox/scenarios/queue', { use: 'wrong-pin' }) },
  ]
}
