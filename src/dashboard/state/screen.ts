import { signal } from '@preact/signals'

const query = matchMedia('(width < 60rem)')

/** Whether the screen is as narrow as a phone's: the width at which the style sheets change, too. */
export const isNarrow = signal(query.matches)
query.addEventListener('change', () => {
  isNarrow.value = query.matches
})
