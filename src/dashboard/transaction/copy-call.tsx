import { CopyButton } from '../parts/copy-button.tsx'
import { wallMs } from '../state/browser-time.ts'
import { curlNote, type JournalCall, receivedCurl } from './curl.ts'

/** `isKept`: the journal still has the call. */
export function CopyCall({ call, isKept }: { readonly call: JournalCall; readonly isKept?: boolean }) {
  return (
    <CopyButton
      text={() => receivedCurl(call, location.origin, wallMs().toString(36))}
      label="Copy as curl"
      note={curlNote(call, isKept)}
    />
  )
}
