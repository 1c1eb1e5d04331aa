import { Icon } from '../parts/icon.tsx'
import { nextTheme, theme } from '../state/theme.ts'

const icons = { system: 'system', light: 'sun', dark: 'moon' } as const

export function ThemeSwitch() {
  const label = `Theme: ${theme.value}`
  return (
    <button type="button" class="plain small" title={label} onClick={nextTheme}>
      <Icon name={icons[theme.value]} size={18} />
      <span class="spoken">{label}</span>
    </button>
  )
}
