import { CopyButton } from '../parts/copy-button.tsx'
import { firstCommands, type Where } from './commands.ts'

export function CommandList({ where }: { readonly where: Where }) {
  return (
    <section class="panel card" aria-labelledby="start-commands">
      <h2 id="start-commands">Or from a shell</h2>
      <ol class="stack">
        {firstCommands(where).map(({ title, text }, index) => (
          <li key={title}>
            <header class="line">
              <span class="disc number" aria-hidden="true">
                {index + 1}
              </span>
              <h3 class="grow">{title}</h3>
              <CopyButton text={text} label={`Copy: ${title}`} small />
            </header>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <section class="start-command sunken" aria-label={title} tabIndex={0}>
              <pre>{text}</pre>
            </section>
          </li>
        ))}
      </ol>
    </section>
  )
}
