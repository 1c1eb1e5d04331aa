import { Dialog } from '../parts/dialog.tsx'
import { bindings } from '../state/keys.ts'
import { views } from '../views.ts'

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const rows = [
    ...bindings.value.map(({ key, does }) => ({ keys: [keyName(key)], does })),
    ...views.map(({ letter, title }) => ({ keys: ['g', letter], does: `Go to ${title}` })),
    { keys: ['?'], does: 'Show these shortcuts' },
    { keys: ['Esc'], does: 'Close what is open' },
  ]
  return (
    <Dialog title="Shortcuts" onClose={onClose}>
      <dl class="stack">
        {rows.map(({ keys, does }) => (
          <div key={does} class="row keys-row">
            <dt class="line">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function keyName(key: string): string {
  const names: Readonly<Record<string, string>> = { Escape: 'Esc', Enter: '↵' }
  return names[key] ?? key
}
