import { CopyButton } from '../parts/copy-button.tsx'
import { firstCommands, type Where } from './commands.ts'
import type { SampleFlow } from './sample-calls.ts'

/** Commands to copy into a shell. */
export function CommandList({ sample, where }: { readonly sample: SampleFlow; readonly where: Where }) {
  return (
    <section class="card start-commands" aria-labelledby="start-commands">
      <h2 id="start-commands">Or from a shell</h2>
      <ol>
        {firstCommands(sample, where).map(({ title, text }, index) => (
          <li key={title}>
            <header>
              <span class="start-number number" aria-hidden="true">
                {index + 1}
              </span>
              <h3>{title}</h3>
              <CopyButton text={text} label={`Copy: ${title}`} small />
            </header>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <section class="start-command" aria-label={title} tabIndex={0}>
              <pre>{text}</pre>
            </section>
          </li>
        ))}
      </ol>
    </section>
  )
}
