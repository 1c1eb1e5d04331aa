import type { ComponentChildren } from 'preact'
import { Icon } from '../parts/icon.tsx'
import type { IconName } from '../parts/icon-paths.ts'
import type { Tone } from '../parts/words.ts'

interface EntryProps {
  readonly icon: IconName
  readonly tone: Tone | undefined
  readonly title: string
  readonly children: ComponentChildren
}

/** An entry of the report: an icon, a title, and what it is about. */
export function Entry({ icon, tone, title, children }: EntryProps) {
  return (
    <li class="report-entry">
      <Icon name={icon} tone={tone} />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </li>
  )
}
