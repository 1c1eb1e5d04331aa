import { type IconName, iconPaths } from './icon-paths.ts'
import type { Tone } from './words.ts'

interface IconProps {
  readonly name: IconName
  /** In pixels. */
  readonly size?: number
  readonly tone?: Tone | undefined
}

/** A picture beside words. Screen readers leave it out. */
export function Icon({ name, size = 16, tone }: IconProps) {
  return (
    <svg
      class={`icon${tone === undefined ? '' : ` tone-${tone}`}`}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <path
        d={iconPaths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}

export function Logo() {
  return (
    <svg class="icon" width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect class="logo-ground" width="32" height="32" rx="9" />
      <path class="logo-mark" d="M9 12h11l-3.5-3.5M23 20H12l3.5 3.5" />
    </svg>
  )
}
