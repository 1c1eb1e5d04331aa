import type { Signal } from '@preact/signals'

/** The attributes of an input or a menu that shows and changes `text`. */
export function keptIn(text: Signal<string>) {
  return {
    value: text.value,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
      text.value = event.currentTarget.value
    },
  }
}
