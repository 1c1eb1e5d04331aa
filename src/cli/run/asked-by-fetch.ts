import type { WrittenProbe } from '../../judge/books/probe-schema.ts'
import { writtenProbe } from '../../judge/books/written-probe.ts'

/** Asks the merchant's books over HTTP. A file of its own: Node loads its `fetch` with it, which takes as long as a tenth of a start. */
export const askedByFetch = (probe: WrittenProbe) => writtenProbe(probe, fetch)
