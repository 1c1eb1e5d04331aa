import { Icon } from '../parts/icon.tsx'
import { linkTo } from '../state/router.ts'
import { views } from '../views.ts'
import { Logo } from './logo.tsx'

interface NavigationProps {
  readonly current: string
  readonly onHelp: () => void
}

/** The views, at the side of a wide screen and at the foot of a narrow one. */
export function Navigation({ current, onHelp }: NavigationProps) {
  return (
    <nav class="rail" aria-label="Views">
      <a class="rail-home" href={linkTo(views[0]?.path ?? '')}>
        <Logo />
        <span>
          payments<b>sandbox</b>
        </span>
      </a>
      <ul class="rail-list">
        {views.map(({ path, title, icon }) => (
          <li key={path}>
            <a class="rail-item" href={linkTo(path)} aria-current={path === current ? 'page' : undefined}>
              <Icon name={icon} size={18} />
              <span>{title}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class="rail-foot">
        <a class="rail-item" href="/_sandbox/docs">
          <Icon name="link" size={18} />
          <span>API reference</span>
        </a>
        <button type="button" class="rail-item plain" onClick={onHelp}>
          <Icon name="keyboard" size={18} />
          <span>Keys</span>
          <kbd>?</kbd>
        </button>
      </div>
    </nav>
  )
}
