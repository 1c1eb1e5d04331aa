import { effect, signal } from '@preact/signals'
import { store, stored } from './storage.ts'

/** `system` follows the system's preference. */
export type Theme = 'system' | 'light' | 'dark'

const themes: readonly string[] = ['system', 'light', 'dark']
const last = stored('theme')

export const theme = signal<Theme>(isTheme(last) ? last : 'system')

export function nextTheme(): void {
  theme.value = theme.value === 'system' ? 'light' : theme.value === 'light' ? 'dark' : 'system'
}

effect(() => {
  store('theme', theme.value)
  if (theme.value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
})

function isTheme(text: string | null): text is Theme {
  return text !== null && themes.includes(text)
}
