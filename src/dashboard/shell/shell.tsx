import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { route } from '../state/router.ts'
import { views } from '../views.ts'
import { BusinessMenu } from './business-menu.tsx'
import { ClockDisplay } from './clock-display.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { listenForKeys } from './listen-for-keys.ts'
import { Navigation } from './navigation.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** What stands around every view: navigation, business, clock. */
export function Shell() {
  const isHelpOpen = useSignal(false)
  const [first] = views
  const view = views.find(({ path }) => path === route.value.view) ?? first
  useEffect(
    () =>
      listenForKeys(() => {
        isHelpOpen.value = true
      }),
    [],
  )
  useEffect(() => {
    document.title = `${view?.title ?? ''} · payments-sandbox`
  }, [view])
  if (view === undefined) return null
  return (
    <div class="shell">
      <Navigation current={view.path} onHelp={() => (isHelpOpen.value = true)} />
      <header class="head">
        <BusinessMenu />
        <span class="head-space" />
        <ClockDisplay />
        <ThemeSwitch />
      </header>
      <main class="view" id="view" key={view.path}>
        <view.Page argument={route.value.argument} />
      </main>
      {isHelpOpen.value && <KeyboardHelp onClose={() => (isHelpOpen.value = false)} />}
    </div>
  )
}
