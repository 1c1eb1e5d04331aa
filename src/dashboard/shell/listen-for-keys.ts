import { monotonicMs } from '../state/browser-time.ts'
import { bindings, isTyping } from '../state/keys.ts'
import { go, linkTo } from '../state/router.ts'
import { views } from '../views.ts'

/** How long `g` waits for the letter of a view. */
const pairMs = 1500

/** Runs the bound actions of keys; `g` and a letter open a view. The returned function ends that. */
export function listenForKeys(showHelp: () => void): () => void {
  let goneAt = Number.NEGATIVE_INFINITY
  const listen = (event: KeyboardEvent) => {
    if (isTyping(event)) return
    const run = actionOf(event.key, monotonicMs() - goneAt < pairMs)
    goneAt = event.key === 'g' ? monotonicMs() : Number.NEGATIVE_INFINITY
    if (run === undefined) return
    event.preventDefault()
    run()
  }
  const actionOf = (key: string, isPair: boolean): (() => void) | undefined => {
    const view = isPair ? views.find(({ letter }) => letter === key) : undefined
    if (view !== undefined) return () => go(linkTo(view.path))
    if (key === '?') return showHelp
    return bindings.value.find((binding) => binding.key === key)?.run
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
