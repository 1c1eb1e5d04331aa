/** The attributes of an input or a menu that shows and changes `text`: a signal, or a filter in the address. */
export function keptIn(text: { value: string }) {
  return {
    value: text.value,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
      text.value = event.currentTarget.value
    },
  }
}
