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
    <div class="frame report">
      <h1>Report</h1>
      <Shown loaded={loaded.value} retry={reload}>
        {(report: Report) => (
          <>
            <Expectations expectations={report.expectations} unused={report.unused} />
            <Findings findings={report.findings} />
            <CoverageCard coverage={report.coverage} />
          </>
        )}
      </Shown>
    </div>
  )
}

/** What scenarios expect of the merchant's code, and what was queued for it and never used. */
function Expectations({ expectations, unused }: Pick<Report, 'expectations' | 'unused'>) {
  if (expectations.length + unused.length === 0) return null
  return (
    <section class="card report-card" aria-labelledby="report-expectations">
      <h2 id="report-expectations">Expectations</h2>
      <ul class="report-findings">
        {expectations.map(({ scenario, transactionId, reference, expect, actual, ok }) => (
          <li key={`${scenario} ${transactionId}`} class={`report-finding report-${ok ? 'met' : 'error'}`}>
            <Icon name={ok ? 'check' : 'close'} />
            <div>
              <strong>
                {scenario}: {ok ? 'as expected' : 'not as expected'}
              </strong>
              <p>
                expected {factsText(expect)}, was {factsText(actual)}
              </p>
              {transactionId !== null && (
                <p>
                  <a href={linkTo('transactions', transactionId)}>{reference ?? 'the transaction'}</a>
                </p>
              )}
            </div>
          </li>
        ))}
        {unused.map(({ use, remaining }, index) => (
          <li key={`${use} ${index}`} class="report-finding report-error">
            <Icon name="warning" />
            <div>
              <strong>{use}: queued and not used</strong>
              <p>
                It still waits for {remaining === 1 ? 'one request' : `${remaining} requests`}.{' '}
                <a href={linkTo('scenarios')}>The queue</a>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Facts by their names, in a line. */
function factsText(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
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
