import { Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { counted } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { linkTo } from '../state/router.ts'
import type { Group, Line } from './groups.ts'
import type { Finding } from './verdict.ts'
import { CopyTest, QueueNext } from './what-to-do.tsx'

export const pictures = { good: 'check', bad: 'close', neutral: 'warning' } as const

/** Groups with more lines than this are closed at first. */
const mostOpen = 3

interface GroupsProps {
  readonly title: string
  readonly groups: readonly Group[]
  /** The transaction whose lines are marked, or the rule whose group is, and brought in sight. */
  readonly sought?: string | null
}

export function Groups({ title, groups, sought = null }: GroupsProps) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' }), [sought])
  if (groups.length === 0) return null
  const id = `report-${title.toLowerCase()}`
  return (
    <section ref={card} class="panel card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {groups.map((group) => (
        <Fold key={group.title} group={group} sought={sought} />
      ))}
    </section>
  )
}

function Fold({ group, sought }: { readonly group: Group; readonly sought: string | null }) {
  const { title, tone, page, lines, count = lines.length, scenario, rule } = group
  const isSought = ({ links }: Line) => sought !== null && links.some(({ id }) => id === sought)
  const isOpen = (tone !== 'good' && lines.length <= mostOpen) || rule === sought || lines.some(isSought)
  return (
    <details class="fold" open={isOpen}>
      <summary aria-current={(rule !== undefined && rule === sought) || undefined}>
        <Icon name={tone === undefined ? 'search' : pictures[tone]} tone={tone} />
        <strong>{title}</strong>
        <span class="chip number">{count.toLocaleString('en')}</span>
      </summary>
      <ul class="report-lines stack">
        {lines.map((line, index) => (
          <li key={index} aria-current={isSought(line) || undefined}>
            <ProblemLine {...line} />
          </li>
        ))}
        <li class="soft">
          <strong>What to do about it:</strong> <code>payments-sandbox guide {page}</code>
        </li>
        {scenario !== undefined && (
          <li>
            <QueueNext use={scenario} flow={null} />
          </li>
        )}
      </ul>
    </details>
  )
}

/** Transactions of one cause that are named; the others are counted. */
const mostNamed = 8

function ProblemLine({ text, links, finding }: Line) {
  return (
    <>
      <p>
        {text}
        {links.slice(0, mostNamed).map(({ view, id, words }, index) => (
          <Fragment key={id}>
            {index === 0 ? ' · ' : ', '}
            <a href={linkTo(view, id)}>{words}</a>
          </Fragment>
        ))}
        {links.length > mostNamed && ` and ${counted(links.length - mostNamed, 'other')}`}
      </p>
      {finding?.books && <Books books={finding.books} />}
      {finding?.transactionId != null && <CopyTest id={finding.transactionId} finding={finding} />}
    </>
  )
}

function Books({ books: { rows, steps, more } }: { readonly books: NonNullable<Finding['books']> }) {
  return (
    <>
      <table class="report-books">
        <tr>
          <td />
          <th>Ledger of the sandbox</th>
          <th>Books of your shop</th>
        </tr>
        {rows.map(({ what, ledger, shop }) => (
          <tr key={what}>
            <th>{what}</th>
            <td>{ledger}</td>
            <td>{shop}</td>
          </tr>
        ))}
      </table>
      <ol class="report-books soft" aria-label="What happened">
        {steps.map(({ after, reference, text }, index) => (
          <li key={index}>
            <span class="number">{after}</span> {rows.length > 1 && reference} {text}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ol>
    </>
  )
}
