import type { IconName } from '../parts/icon-paths.ts'
import type { Status, Tone } from '../parts/words.ts'

/** Each lane is one participant's line in the picture. */
export type Lane = 'customer' | 'transaction' | 'server'

export interface Sign {
  readonly lane: Lane
  /** Sandbox time in milliseconds since 1970; null if it is not known yet. */
  readonly at: number | null
  /** A status is drawn as its shape. */
  readonly icon: Status | IconName
  readonly title: string
  readonly detail: string
  readonly tone: Tone
  readonly isAhead: boolean
  /** The index of the step that it stands for. */
  readonly step?: number
  /** For how many signs it stands, if they are too many to draw. */
  readonly more?: number
  /** True for an end that comes in place of the one it is stacked on; its detail says when. */
  readonly isAlternative?: boolean
}

export type Drawing = Omit<Sign, 'at' | 'isAhead' | 'step' | 'more' | 'isAlternative'>

export function inLane(lane: Lane) {
  return (icon: Sign['icon'], title: string, more: Partial<Drawing> = {}): Drawing => {
    return { lane, icon, title, detail: '', tone: 'neutral', ...more }
  }
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
