import { useSignal } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon, Logo } from '../parts/icon.tsx'
import { linkTo } from '../state/router.ts'
import { isNarrow } from '../state/screen.ts'
import { status, transactionsIn } from '../state/status.ts'
import { type View, views } from '../views.ts'
import type { Waiting } from './what-comes.tsx'

/** A narrow screen has room for this many views, beside the button for the others. */
const mostAtFoot = 4

interface NavigationProps {
  readonly current: string
  readonly waiting: Waiting
  readonly onHelp: () => void
}

/** All views at the side of a wide screen; the first ones and a button for the rest at the foot of a narrow one. */
export function Navigation({ current, waiting, onHelp }: NavigationProps) {
  const isMoreOpen = useSignal(false)
  // While the business is empty, the way to begin comes first.
  const isEmpty = status.value !== null && transactionsIn(status.value) === 0
  const all = isEmpty ? views.toSorted((one, other) => rank(one) - rank(other)) : views
  const [first, more] = isNarrow.value ? [all.slice(0, mostAtFoot), all.slice(mostAtFoot)] : [all, []]
  const hidden = more.find(({ path }) => path === current)
  const link = (view: View) => (
    <li key={view.path}>
      <ViewLink view={view} current={current} waiting={waiting} />
    </li>
  )
  return (
    <nav class="rail" aria-label="Views">
      <a class="rail-home" href={linkTo(views[0]?.path ?? '')}>
        <Logo />
        <span>
          payments<b>sandbox</b>
        </span>
      </a>
      <ul class="rail-list">
        {first.map(link)}
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
      {more.length === 0 && <Foot onHelp={onHelp} />}
      {isMoreOpen.value && (
        <Dialog title="More" onClose={() => (isMoreOpen.value = false)}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by keyboard is clicked */}
          <ul class="stack" onClick={() => (isMoreOpen.value = false)}>
            {more.map(link)}
            <li>
              <ReferenceLink />
            </li>
          </ul>
        </Dialog>
      )}
    </nav>
  )
}

function Foot({ onHelp }: Pick<NavigationProps, 'onHelp'>) {
  return (
    <div class="rail-foot">
      <ReferenceLink />
      <Button class="rail-item plain" onClick={onHelp}>
        <Icon name="keyboard" size={18} />
        <span>Shortcuts</span>
        <kbd>?</kbd>
      </Button>
    </div>
  )
}

function rank({ path }: View): number {
  return path === 'start' ? 0 : 1
}

interface ViewLinkProps extends Pick<NavigationProps, 'current' | 'waiting'> {
  readonly view: View
}

function ViewLink({ view: { path, title, icon }, current, waiting }: ViewLinkProps) {
  return (
    <a class="rail-item" href={linkTo(path)} aria-current={path === current ? 'page' : undefined}>
      <Icon name={icon} size={18} />
      <span>{title}</span>
      {path === 'phones' && <Count of={waiting.prompts} words="waiting" tint="tint-time" />}
      {path === 'traffic' && <Count of={waiting.failed} words="failed webhooks" tint="tone-bad" />}
    </a>
  )
}

function Count({ of, words, tint }: { readonly of: number; readonly words: string; readonly tint: string }) {
  if (of === 0) return null
  return (
    <span class={`chip number ${tint}`}>
      {of.toLocaleString('en')}
      <span class="spoken"> {words}</span>
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
