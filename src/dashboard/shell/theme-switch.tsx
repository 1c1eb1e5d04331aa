import { effect } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { storedChoice } from '../state/storage.ts'

const themes = ['system', 'light', 'dark'] as const

/** `system` follows the system's preference. */
const theme = storedChoice('theme', themes)

effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
})

export function ThemeSwitch() {
  const label = `Theme: ${theme.value}`
  const next = () => {
    theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system'
  }
  return (
    <Button class="plain small" title={label} onClick={next}>
      <Icon name="theme" size={18} />
      <span class="spoken">{label}</span>
    </Button>
  )
}
