import { curlOf } from '../transaction/curl.ts'
import type { SampleFlow } from './sample-calls.ts'

export interface Command {
  readonly title: string
  readonly text: string
}

export interface Where {
  readonly url: string
  readonly key: string
  readonly callbackURL: string
  readonly reference: string
}

/** Shell commands to a first webhook and a first failure. */
export function firstCommands(sample: SampleFlow, { url, key, ...names }: Where): readonly Command[] {
  const headers = { authorization: key }
  const post = (path: string, body: unknown) => {
    const sent = { ...headers, 'content-type': 'application/json' }
    return curlOf({ method: 'POST', url: url + path, headers: sent, body })
  }
  const wait = `/_sandbox/webhooks/wait?reference=${names.reference}&timeout=10s`
  return [
    { title: 'Ask a customer for money', text: post(sample.path, sample.body(names)) },
    { title: 'Wait for its webhook', text: curlOf({ method: 'GET', url: url + wait, headers, body: null }) },
    { title: 'Make the next payment fail', text: post('/_sandbox/scenarios/queue', { use: 'wrong-pin' }) },
  ]
}
