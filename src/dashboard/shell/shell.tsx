import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/states.tsx'
import { Toasts } from '../parts/toast.tsx'
import { businessKey } from '../state/business.ts'
import { linkTo, route } from '../state/router.ts'
import { status } from '../state/status.ts'
import { views } from '../views.ts'
import { BusinessMenu } from './business-menu.tsx'
import { ClockDisplay } from './clock-display.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { listenForKeys } from './listen-for-keys.ts'
import { Navigation } from './navigation.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { NextCall, Sealed, tabTitle, useStatus, useWaiting } from './what-comes.tsx'

export function Shell() {
  const isHelpOpen = useSignal(false)
  const asked = route.value.view
  const view = asked === '' ? views[0] : views.find(({ path, also = [] }) => path === asked || also.includes(asked))
  const openHelp = () => {
    isHelpOpen.value = true
  }
  const reload = useStatus()
  useEffect(() => listenForKeys(openHelp), [])
  const waiting = useWaiting()
  useEffect(() => {
    document.title = tabTitle(view?.title ?? '', waiting)
  })
  return (
    <div class="shell">
      <SkipLink isStart={view?.path === 'start'} />
      <Navigation current={view?.path ?? ''} waiting={waiting} onHelp={openHelp} />
      <header class="head">
        <BusinessMenu />
        {status.value !== null && <NextCall status={status.value} />}
        <span class="grow" />
        <ClockDisplay />
        <ThemeSwitch />
      </header>
      <div class="notes" role="status">
        {status.value?.sealed && <Sealed changed={reload} />}
      </div>
      <main class="view" id="view" tabIndex={-1} key={`${view?.path} ${businessKey.value}`}>
        {view === undefined ? <NoView asked={asked} /> : <view.Page argument={route.value.argument} />}
      </main>
      <Toasts />
      {isHelpOpen.value && <KeyboardHelp onClose={() => (isHelpOpen.value = false)} />}
    </div>
  )
}

function NoView({ asked }: { readonly asked: string }) {
  return (
    <Empty icon="search" title={`The page has no view “${asked}”`}>
      <a class="button" href={linkTo('transactions')}>
        Show the transactions
      </a>
    </Empty>
  )
}

/** The first stop of the Tab key: leads past the navigation to the form, to the rows of a list, or to the view. */
function SkipLink({ isStart }: { readonly isStart: boolean }) {
  const target = isStart ? '.view form :is(select, input)' : '.virtual, .view:not(:has(.virtual))'
  return (
    // A button: the part of the address after `#` names the view.
    <Button class="skip spoken" onClick={() => document.querySelector<HTMLElement>(target)?.focus()}>
      {isStart ? 'To the form' : 'Skip to the content'}
    </Button>
  )
}
