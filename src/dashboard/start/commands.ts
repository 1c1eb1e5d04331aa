import { shellQuoted } from '../transaction/shell-quoted.ts'
import type { SampleFlow } from './sample-calls.ts'

/** A command for a shell, and what it is for. */
export interface Command {
  readonly title: string
  readonly text: string
}

/** The sandbox and the business that commands are for. */
export interface Where {
  /** The sandbox's address as this browser reaches it. */
  readonly url: string
  readonly key: string
  /** Where the webhook of the call goes. */
  readonly callbackURL: string
  readonly reference: string
}

/** Three commands from nothing to a webhook, and to the first failure. */
export function firstCommands(sample: SampleFlow, { url, key, ...names }: Where): readonly Command[] {
  const authorization = `-H ${shellQuoted(`authorization: ${key}`)}`
  const post = (path: string, body: unknown) =>
    [
      `curl ${shellQuoted(url + path)}`,
      authorization,
      `-H 'content-type: application/json'`,
      `-d ${shellQuoted(JSON.stringify(body))}`,
    ].join(' \\\n  ')
  const { path } = sample
  const wait = `/_sandbox/webhooks/wait?reference=${names.reference}&timeout=10s`
  return [
    { title: 'Ask a customer for money', text: post(path, sample.body(names)) },
    { title: 'Wait for its webhook', text: `curl ${shellQuoted(url + wait)} \\\n  ${authorization}` },
    { title: 'Let the next payment fail', text: post('/_sandbox/scenarios/queue', { use: 'wrong-pin' }) },
  ]
}
