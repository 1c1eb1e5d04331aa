import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { replaceRoute, route } from '../state/router.ts'
import { isFiltering } from './filter.ts'

/** Ends every filter of the shown view; nothing while there is none. */
export function ShowAll() {
  const { query, argument } = route.value
  if (argument === null && !isFiltering(query)) return null
  return (
    <Button class="primary" onClick={() => replaceRoute({ argument: null, query: {} })}>
      <Icon name="close" /> Show all
    </Button>
  )
}
