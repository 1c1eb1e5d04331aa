import { constants } from 'node:os'
import type { Audit, AuditRow } from '../../judge/audit/audit.ts'
import type { AuditParts } from '../../judge/audit/parts.ts'
import { environment } from '../environment.ts'
import { endSignals, onSignals } from '../run/signals.ts'

/**
 * Plays an audit and shows its rows when it is over; those so far if it fails, or if a signal ends this process. A terminal
 * shows meanwhile how far it is. Starts and stops the shop, if the plan says how.
 */
export async function playAudit(
  audit: Audit,
  show: (rows: readonly AuditRow[]) => void,
  shop: AuditParts['process'] = null,
): Promise<readonly AuditRow[]> {
  const rows: AuditRow[] = []
  const { stderr } = process
  const progress = (text: string) => {
    if (stderr.isTTY && environment.TERM !== 'dumb') stderr.write(`\r\u001B[K${text}`)
  }
  const showRows = () => {
    progress('')
    if (rows.length > 0) show(rows)
  }
  const stopListening = onSignals(endSignals, (signal) => {
    showRows()
    void shop?.stop()
    process.exit(128 + constants.signals[signal])
  })
  const showProgress = () => {
    const failed = rows.filter(({ verdict }) => verdict === 'FAILED').length
    progress(`${rows.length} of ${audit.count} checks, ${failed} FAILED`)
  }
  try {
    await shop?.start()
    showProgress()
    for await (const row of audit.rows()) {
      rows.push(row)
      showProgress()
    }
    return rows
  } finally {
    stopListening()
    showRows()
    await shop?.stop()
  }
}
