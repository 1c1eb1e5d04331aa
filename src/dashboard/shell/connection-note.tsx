import { connection, connectionFailure } from '../api/live.ts'
import { Icon } from '../parts/icon.tsx'

/** Says that the connection is lost; it lies over the page, so that nothing moves when it comes and goes. */
export function ConnectionNote() {
  return (
    <div class="connection" role="status" aria-live="polite">
      {connection.value === 'lost' && (
        <div class="connection-note">
          <Icon name="warning" />
          <span>
            {connectionFailure.value?.message ?? 'The connection is lost'}. What you see may be old; trying again…
          </span>
        </div>
      )}
    </div>
  )
}
