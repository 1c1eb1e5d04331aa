import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Toasts } from '../parts/toast.tsx'
import { businessKey } from '../state/business.ts'
import { route } from '../state/router.ts'
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
  const [first] = views
  const view = views.find(({ path, also }) => [path, also].includes(route.value.view)) ?? first
  const openHelp = () => {
    isHelpOpen.value = true
  }
  const { loaded, reload } = useStatus()
  const status = loaded.value.state === 'ready' ? loaded.value.value : null
  useEffect(() => listenForKeys(openHelp), [])
  const waiting = useWaiting(status)
  useEffect(() => {
    document.title = tabTitle(view?.title ?? '', waiting)
  })
  if (view === undefined) return null
  return (
    <div class="shell">
      <SkipLink />
      <Navigation current={view.path} waiting={waiting} onHelp={openHelp} />
      <header class="head">
        <BusinessMenu />
        {status !== null && <NextCall status={status} />}
        <span class="grow" />
        <ClockDisplay />
        <ThemeSwitch />
      </header>
      <div class="notes" role="status">
        {status?.sealed && <Sealed changed={reload} />}
      </div>
      <main class="view" id="view" tabIndex={-1} key={`${view.path} ${businessKey.value}`}>
        <view.Page argument={route.value.argument} />
      </main>
      <Toasts />
      {isHelpOpen.value && <KeyboardHelp onClose={() => (isHelpOpen.value = false)} />}
    </div>
  )
}

/** The first stop of the Tab key: leads past the navigation to the rows of a list, or to the view. */
function SkipLink() {
  return (
    // A button: the part of the address after `#` names the view.
    <Button
      class="skip spoken"
      onClick={() => document.querySelector<HTMLElement>('.virtual, .view:not(:has(.virtual))')?.focus()}
    >
      Skip to the content
    </Button>
  )
}
