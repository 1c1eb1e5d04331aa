import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface KeyBinding {
  readonly key: string
  readonly does: string
  readonly run: () => void
}

/** The active shortcuts, the newest first. */
export const bindings = signal<readonly KeyBinding[]>([])

export function useKeys(own: readonly KeyBinding[]): void {
  const newest = useRef(own)
  newest.current = own
  const names = own.map(({ key, does }) => `${key} ${does}`).join('\n')
  // Before the view is seen, so that no key pressed then is lost.
  useLayoutEffect(() => {
    const bound = newest.current.map(({ key, does }, index) => ({
      key,
      does,
      run: () => newest.current[index]?.run(),
    }))
    bindings.value = [...bound, ...bindings.peek()]
    return () => {
      bindings.value = bindings.peek().filter((binding) => !bound.includes(binding))
    }
  }, [names])
}

/** True if a key press is for the focused element and not for the page. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  const ofElement = event.key === 'Enter' ? ', a, button, summary' : ''
  return target.closest(`input, textarea, select, dialog${ofElement}`) !== null
}
