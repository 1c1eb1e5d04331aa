import { statSync } from 'node:fs'
import { join } from 'node:path'
import { perCreate } from '../lib/counted-creates.mjs'

const headerBytes = 24
const pageBytes = 4096

export const logPages = {
  name: 'log-pages',
  title: "pages of the database's log for a create call",
  how: 'Pages that the log of the database grows by, for each of 300 collections that are created one by one on a frozen clock. No load on the machine changes it. Measured once.',
  unit: 'pages',
  goal: 5,
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open }) {
    const cwd = open.folder()
    const sandbox = await open.sandbox({ args: ['--clock', 'frozen'], cwd })
    const log = join(cwd, '.payments-sandbox', 'sandbox.db-wal')
    return { sandbox: await perCreate(sandbox, () => statSync(log).size / (headerBytes + pageBytes)) }
  },
}
