import { type ComponentChildren, Fragment } from 'preact'
import type { ControlFailure } from '../../control-client/failure.ts'
import type { Action, Advice, Doing } from '../../words/actions.ts'
import { adviceOfBusiness } from '../../words/errors/of-business.ts'
import { asFailure } from '../api/failure.ts'
import { session } from '../state/business.ts'
import { linkTo } from '../state/router.ts'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

/** A failure as the page shows it. */
export type ShownFailure = Pick<ControlFailure, 'message'> & Partial<Pick<ControlFailure, 'hint' | 'facts'>>

/** How to go on after a failure, in sentences; empty if nothing is known. What the page cannot do is left out. */
function adviceOf({ hint, facts }: ShownFailure): readonly Advice[] {
  const advice = facts ? adviceOfBusiness(facts) : null
  if (advice === null) return hint === undefined ? [] : [hint]
  const isPossible = (part: string | Action) => typeof part === 'string' || ways[part.do] !== undefined
  return advice.filter((sentence) => [sentence].flat().every(isPossible))
}

/** The same on the page: what can be done is a link or a button. */
function Sentences({ advice }: { readonly advice: readonly Advice[] }) {
  return (
    <>
      {advice.map((sentence, index) => (
        <Fragment key={index}>
          {index > 0 && '; '}
          {[sentence].flat().map((part) => (typeof part === 'string' ? part : ways[part.do]?.()))}
        </Fragment>
      ))}
    </>
  )
}

/** A failure's message, and below it how to go on. */
export function FailureText({ failure }: { readonly failure: ShownFailure }) {
  const advice = adviceOf(failure)
  return (
    <>
      <strong>{failure.message}</strong>
      {advice.length > 0 && (
        <p class="soft">
          <Sentences advice={advice} />
        </p>
      )}
    </>
  )
}

const ways: { readonly [D in Doing]?: () => ComponentChildren } = {
  fail: () => 'Fail',
  unseal: () => <Button onClick={unseal}>Unseal</Button>,
  'take-snapshot': () => 'Manage',
  'show-prompts': () => <a href={linkTo('phones')}>Phones</a>,
  'set-wallet': () => <a href={linkTo('wallets')}>Wallets</a>,
  'list-scenarios': () => <a href={linkTo('scenarios')}>Scenarios</a>,
  'list-webhooks': () => <a href={linkTo('traffic')}>Traffic</a>,
  'choose-business': () => 'the list of businesses',
}

async function unseal(): Promise<void> {
  const said = session.peek()?.client.call('POST /_sandbox/unseal')
  await said?.then(
    ({ key }) => toast(`${key} is open again`),
    (cause) => toast(asFailure(cause).message, { isBad: true }),
  )
}

/** A failure as a line of a toast at `own`. */
export function toastFailure(failure: ControlFailure, own: string): void {
  const advice = adviceOf(failure)
  void toast(
    <>
      {failure.message}
      {advice.length > 0 && ': '}
      <Sentences advice={advice} />
    </>,
    { own, isBad: true },
  )
}
