/**
 * The page for browsers at `/_sandbox/`.
 *
 * To add a view:
 * 1. Make a folder `src/dashboard/NAME/` with `NAME-view.tsx` (exports `NameView`), `NAME.css`, and a view model: pure
 *    functions in `.ts` files from an answer of the control API to what is shown, tested in `test/dashboard/NAME.test.ts`
 *    without a browser. They import nothing that needs one: `tsc` checks it.
 * 2. Export it from `later-parts.ts`, which is loaded after the first view, and add a line to `views` in `views.ts`: the
 *    navigation, the address `#/NAME/ARGUMENT` and the shortcut `g` with its letter follow from it.
 * 3. Write its journey in `test/journeys/NAME-page.test.ts` with `test/support/page.ts`, which opens the page at every size
 *    and theme and runs axe.
 *
 * What a view uses:
 * - `useResource(load, isStale)` of `state/resource.ts` loads something of the shown business, and again at each event that
 *   makes it stale. `Shown` of `parts/states.tsx` shows it, or its loading and error states. `useTransaction(id)` does so for
 *   a transaction.
 * - `useSession()` of `state/business.ts`: `client.call('GET /_sandbox/clock')` is a call, typed by its route, that rejects
 *   with a `ControlFailure`; `live.on((events) => ...)` hands over the events of each frame.
 * - `act(() => client.call(...), 'Done')` of `state/act.ts` is for buttons: it shows the result or the failure.
 * - `sandboxNow`, `clock` of `state/sandbox-time.ts`; `linkTo`, `go` of `state/router.ts`; `useKeys` of `state/keys.ts`.
 * - `parts/`: StateBadge, Icon, CopyButton, Countdown, Dialog, Empty, VirtualList, SplitList, toast, format.ts; `keptIn(text)`
 *   binds an input to a signal.
 * - `tokens.css` has every colour, size and distance, `base.css` the elements and the classes that lay them out: `panel`,
 *   `line`, `stack`, `joined`, `disc`. Look there first. A view's own classes begin with the view's name.
 *
 * Nothing sets HTML: text is shown as text. The page's policy refuses inline scripts, and style attributes in HTML.
 * Types come from `AnswerOf<'GET /_sandbox/...'>` of `src/control/routes.ts`.
 * While you work: `npx vite build --watch` beside `npx tsdown && node bin/payments-sandbox.js start`.
 */
import { render } from 'preact'
import './tokens.css'
import './base.css'
import './parts/parts.css'
import './shell/shell.css'
import { App } from './shell/app.tsx'

const page = document.getElementById('page')
if (page !== null) render(<App />, page)
