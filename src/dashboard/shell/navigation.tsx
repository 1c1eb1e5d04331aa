import { useSignal } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { changesPhones } from '../phones/phone.ts'
import { useAnswer } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import { isNarrow } from '../state/screen.ts'
import { type View, views } from '../views.ts'
import { Logo } from './logo.tsx'

/** A narrow screen has room for this many views, beside the button for the others. */
const mostAtFoot = 4

/** All views at the side of a wide screen; the first ones and a button for the rest at the foot of a narrow one. */
export function Navigation({ current, onHelp }: { readonly current: string; readonly onHelp: () => void }) {
  const isMoreOpen = useSignal(false)
  const [first, more] = isNarrow.value ? [views.slice(0, mostAtFoot), views.slice(mostAtFoot)] : [views, []]
  const hidden = more.find(({ path }) => path === current)
  return (
    <nav class="rail" aria-label="Views">
      <a class="rail-home" href={linkTo(views[0]?.path ?? '')}>
        <Logo />
        <span>
          payments<b>sandbox</b>
        </span>
      </a>
      <ul class="rail-list">
        {first.map((view) => (
          <li key={view.path}>
            <ViewLink view={view} current={current} />
          </li>
        ))}
        {more.length > 0 && (
          <li>
            <Button
              class="rail-item plain"
              aria-haspopup="dialog"
              aria-current={hidden && 'page'}
              onClick={() => (isMoreOpen.value = true)}
            >
              <Icon name={hidden?.icon ?? 'more'} size={18} />
              <span>{hidden?.title ?? 'More'}</span>
            </Button>
          </li>
        )}
      </ul>
      {more.length === 0 && (
        <div class="rail-foot">
          <ReferenceLink />
          <Button class="rail-item plain" onClick={onHelp}>
            <Icon name="keyboard" size={18} />
            <span>Shortcuts</span>
            <kbd>?</kbd>
          </Button>
        </div>
      )}
      {isMoreOpen.value && (
        <Dialog title="More" onClose={() => (isMoreOpen.value = false)}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by keyboard is clicked */}
          <ul class="stack" onClick={() => (isMoreOpen.value = false)}>
            {more.map((view) => (
              <li key={view.path}>
                <ViewLink view={view} current={current} />
              </li>
            ))}
            <li>
              <ReferenceLink />
            </li>
          </ul>
        </Dialog>
      )}
    </nav>
  )
}

function ViewLink({ view: { path, title, icon }, current }: { readonly view: View; readonly current: string }) {
  return (
    <a class="rail-item" href={linkTo(path)} aria-current={path === current ? 'page' : undefined}>
      <Icon name={icon} size={18} />
      <span>{title}</span>
      {path === 'phones' && <WaitingPhones />}
    </a>
  )
}

function WaitingPhones() {
  const { loaded } = useAnswer(changesPhones, 'GET /_sandbox/phones', { limit: 1 })
  if (loaded.value.state !== 'ready') return null
  const { waiting: count } = loaded.value.value
  return count === 0 ? null : (
    <span class="chip tint-time number">
      {count.toLocaleString('en')}
      <span class="spoken"> waiting</span>
    </span>
  )
}

function ReferenceLink() {
  return (
    <a class="rail-item" href="/_sandbox/docs">
      <Icon name="link" size={18} />
      <span>API reference</span>
    </a>
  )
}
