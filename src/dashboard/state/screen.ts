import { signal } from '@preact/signals'

const query = matchMedia('(width < 60rem)')

/** True on a screen as narrow as a phone's. The style sheets change at the same width. */
export const isNarrow = signal(query.matches)
query.addEventListener('change', () => {
  isNarrow.value = query.matches
})
