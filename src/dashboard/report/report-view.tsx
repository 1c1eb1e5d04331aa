import type { AnswerOf } from '../../control/routes.ts'
import { counted } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { useResource } from '../state/resource.ts'
import { linkTo } from '../state/router.ts'
import { Entry } from './entry.tsx'
import { FoundSchedules } from './found.tsx'
import './report.css'

type Report = AnswerOf<'GET /_sandbox/report'>

/** Expectations, findings about the merchant's code, and coverage. */
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
            <FoundSchedules />
            <Findings findings={report.findings} />
            <CoverageCard coverage={report.coverage} />
          </>
        )}
      </Shown>
    </div>
  )
}

/** The results of scenarios' expectations, and queued scenarios that no request used. */
function Expectations({ expectations, unused }: Pick<Report, 'expectations' | 'unused'>) {
  if (expectations.length + unused.length === 0) return null
  return (
    <section class="panel card" aria-labelledby="report-expectations">
      <h2 id="report-expectations">Expectations</h2>
      <ul>
        {expectations.map(({ scenario, transactionId, reference, expect, actual, ok }) => (
          <Entry
            key={`${scenario} ${transactionId}`}
            icon={ok ? 'check' : 'close'}
            tone={ok ? 'good' : 'bad'}
            title={`${scenario}: ${ok ? 'as expected' : 'not as expected'}`}
          >
            <p>
              expected {factsText(expect)}, was {factsText(actual)}
            </p>
            {transactionId !== null && (
              <p>
                <a href={linkTo('transactions', transactionId)}>{reference ?? 'the transaction'}</a>
              </p>
            )}
          </Entry>
        ))}
        {unused.map(({ use, remaining }, index) => (
          <Entry key={`${use} ${index}`} icon="warning" tone="bad" title={`${use}: queued and not used`}>
            <p>
              It still waits for {counted(remaining, 'request')}. <a href={linkTo('scenarios')}>The queue</a>
            </p>
          </Entry>
        ))}
      </ul>
    </section>
  )
}

function factsText(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}

function Findings({ findings }: { readonly findings: Report['findings'] }) {
  return (
    <section class="panel card" aria-labelledby="report-findings">
      <h2 id="report-findings">Findings</h2>
      {findings.length === 0 ? (
        <p class="soft">No findings: the sandbox has seen nothing in your calls that would harm you in production.</p>
      ) : (
        <ul>
          {findings.map(({ level, rule, evidence, section, transactionId }, index) => (
            <Entry
              key={`${rule} ${index}`}
              icon={level === 'info' ? 'search' : 'warning'}
              tone={tones[level]}
              title={`${level}: ${rule}`}
            >
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
            </Entry>
          ))}
        </ul>
      )}
    </section>
  )
}

const tones = { error: 'bad', warning: 'neutral', info: undefined } as const

const lists = ['scenarios', 'outcomes', 'results', 'faults'] as const

function CoverageCard({ coverage }: { readonly coverage: Report['coverage'] }) {
  return (
    <section class="panel card" aria-labelledby="report-coverage">
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
            <p class="line">
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
