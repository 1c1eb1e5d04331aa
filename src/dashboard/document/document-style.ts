/** The colours are those of tokens.css. */
export const documentStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f6fa, #0d1017);
  --surface: light-dark(#ffffff, #151a24);
  --sunken: light-dark(#eef0f6, #10141d);
  --line: light-dark(#e1e5ee, #262d3b);
  --line-strong: light-dark(#c8cedc, #3a4356);
  --ink: light-dark(#171b26, #e8ebf2);
  --ink-soft: light-dark(#4d566b, #a6afc2);
  --ink-faint: light-dark(#687188, #8690a6);
  --time: light-dark(#96440a, #f5b54a);
  --pending: light-dark(#1d63c4, #6cacff);
  --completed: light-dark(#0b7a4b, #45cf91);
  --failed: light-dark(#c0263d, #ff7a8a);
  --failed-soft: light-dark(#fde8eb, #3a1820);
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 0.875rem/1.5 system-ui, sans-serif }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem }
h1, h2, h3, p, pre { margin: 0; overflow-wrap: anywhere }
h1 { font-size: 1.5rem }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1.125rem }
h3 { font-size: 0.875rem }
dl { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem }
dt, .soft { color: var(--ink-soft) }
dd { margin: 0; overflow-wrap: anywhere }
ol { margin: 0; padding: 0; list-style: none }
li { padding: 0.25rem 0; border-top: 1px solid var(--line) }
summary { cursor: pointer }
time, pre, .mono { font-family: ui-monospace, monospace; font-size: 0.8125rem }
time { color: var(--ink-soft) }
pre { padding: 0.75rem; background: var(--sunken); white-space: pre-wrap }
.picture { overflow-x: auto; background: var(--surface) }
.picture svg { display: block }
.both { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0.75rem; margin: 0.5rem 0 }
.is-completed, .good { color: var(--completed) }
.is-failed, .bad { color: var(--failed) }
.is-pending { color: var(--pending) }
`
