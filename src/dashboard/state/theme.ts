import { effect, signal } from '@preact/signals'
import { store, stored } from './storage.ts'

/** Light, dark, or what the system prefers. */
export type Theme = 'system' | 'light' | 'dark'

const known: readonly string[] = ['system', 'light', 'dark']
const last = stored('theme')

/** The theme that is chosen. */
export const theme = signal<Theme>(isTheme(last) ? last : 'system')

/** Chooses the next theme. */
export function nextTheme(): void {
  theme.value = theme.value === 'system' ? 'light' : theme.value === 'light' ? 'dark' : 'system'
}

effect(() => {
  store('theme', theme.value)
  if (theme.value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
})

function isTheme(text: string | null): text is Theme {
  return text !== null && known.includes(text)
}
