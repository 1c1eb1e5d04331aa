import type { AnswerOf } from '../../control/routes.ts'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import './report.css'

type Report = AnswerOf<'GET /_sandbox/report'>

/** What the sandbox noticed of the merchant's code, and how much of what can happen has happened. */
export function ReportView() {
  const { loaded, reload } = useResource(
    (client) => client.call('GET /_sandbox/report'),
    (event) => event.kind === 'timeline' || event.kind === 'request',
  )
  return (
    <div class="report">
      <h1>Report</h1>
      <Shown loaded={loaded.value} retry={reload}>
        {(report: Report) => (
          <>
            <Findings findings={report.findings} />
            <CoverageCard coverage={report.coverage} />
          </>
        )}
      </Shown>
    </div>
  )
}

function Findings({ findings }: { readonly findings: Report['findings'] }) {
  return (
    <section class="card report-card" aria-labelledby="report-findings">
      <h2 id="report-findings">Findings</h2>
      {findings.length === 0 ? (
        <p class="soft">Nothing that your code did would hurt it in production, as far as the sandbox has seen.</p>
      ) : (
        <ul class="report-findings">
          {findings.map(({ level, rule, evidence, section, transactionId }, index) => (
            <li key={`${rule} ${index}`} class={`report-finding report-${level}`}>
              <Icon name={level === 'info' ? 'search' : 'warning'} />
              <div>
                <strong>
                  {level}: {rule}
                </strong>
                <p>{evidence}</p>
                <p class="faint">
                  {section}
                  {transactionId !== null && (
                    <>
                      {' · '}
                      <a href={linkTo('transactions', transactionId)}>the transaction</a>
                    </>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const lists = ['scenarios', 'outcomes', 'results', 'faults'] as const

function CoverageCard({ coverage }: { readonly coverage: Report['coverage'] }) {
  return (
    <section class="card report-card" aria-labelledby="report-coverage">
      <h2 id="report-coverage">
        Coverage <span class="number">{coverage.percent} %</span>
      </h2>
      {lists.map((name) => {
        const { exercised, never } = coverage[name]
        return (
          <details key={name} class="report-list">
            <summary>
              <span>{name}</span>
              <meter aria-label={name} min={0} max={exercised.length + never.length} value={exercised.length} />
              <span class="number soft">
                {exercised.length} of {exercised.length + never.length}
              </span>
            </summary>
            <p class="report-names">
              {exercised.map((each) => (
                <span key={each} class="chip report-done">
                  <Icon name="check" size={12} /> {each}
                </span>
              ))}
              {never.map((each) => (
                <span key={each} class="chip">
                  {each}
                </span>
              ))}
            </p>
          </details>
        )
      })}
    </section>
  )
}
