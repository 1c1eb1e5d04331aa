/**
 * The page for browsers at `/_sandbox/`.
 *
 * To add a view:
 * 1. Make a folder `src/dashboard/NAME/` with `NAME-view.tsx` (exports `NameView`), `NAME.css`, and a view model: pure
 *    functions in `.ts` files from an answer of the control API to what is shown, tested in `test/dashboard/NAME.test.ts`
 *    without a browser. They import nothing that needs one (a test of types holds that).
 * 2. Add one line to `views` in `views.ts`; the navigation, the address `#/NAME/ARGUMENT`, and the keys `g` and its letter follow.
 * 3. Write its journey in `test/journeys/NAME-page.test.ts`, with `test/support/page.ts`, which opens a sandbox and the
 *    page at every size and theme and runs axe.
 *
 * What a view uses:
 * - `useResource(load, isStale)` of `state/resource.ts`: loads something of the business that is shown, and loads it again when
 *   an event says so; show it with `Shown` of `parts/states.tsx`, which has the loading and error states.
 *   `useTransaction(id)` of `state/use-transaction.ts` is that for one transaction.
 * - `session.value.client.call('GET /_sandbox/clock')` of `state/business.ts`: one call, typed by its route; it rejects with a `ControlFailure`.
 *   For a button: `act(() => client.call(...), 'Done')` of `state/act.ts`, which shows what went wrong.
 * - `session.value.live.on(events => ...)`: what happens, a frame's events together.
 * - `sandboxNow`, `clock` of `state/sandbox-time.ts`; `linkTo`, `go` of `state/router.ts`; `useKeys` of `state/keys.ts`.
 * - `parts/`: StateBadge, Icon, CopyButton, Countdown, Dialog, Empty, VirtualList, SplitList, toast, format.ts.
 * - `tokens.css`: every colour, size and distance; a view's style sheet has none of its own. Classes begin with the view's name.
 *
 * Text is shown as text: nothing sets HTML. No style attributes in HTML and no inline scripts: the page's policy refuses them.
 * Types come from `AnswerOf<'GET /_sandbox/...'>` of `src/control/routes.ts`, the only thing outside this folder that it imports.
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
