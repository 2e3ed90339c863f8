import { COLOURS } from '../pages/page-colours.ts';

/** The style of the mailbox. */
export const STYLE = `
:root {${COLOURS}
  --line: light-dark(#d9dde3, #343a45);
  --chosen: light-dark(#e8eefc, #26314a);
}
* { box-sizing: border-box; }
html, body { height: 100%; }
body {
  margin: 0; display: flex; flex-direction: column;
  background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
}
header {
  display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center;
  padding: .75rem 1rem; background: var(--card); border-bottom: 1px solid var(--line);
}
h1 { margin: 0; font-size: 1.125rem; }
header p { flex: 1 1 16rem; margin: 0; color: var(--muted); font-size: .875rem; }
button { font: inherit; color: inherit; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
.small {
  padding: .3rem .75rem; font-size: .875rem; background: transparent;
  border: 1px solid var(--line); border-radius: .4rem;
}
.small[aria-pressed="true"] { background: var(--chosen); border-color: var(--accent); }
.main { padding: .35rem 1rem; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: .4rem; }
main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(16rem, 24rem) 1fr; }
#list { margin: 0; padding: 0; list-style: none; overflow-y: auto; background: var(--card); border-right: 1px solid var(--line); }
#list button {
  display: block; width: 100%; padding: .7rem 1rem; text-align: left;
  background: transparent; border: 0; border-bottom: 1px solid var(--line);
}
#list button[aria-current="true"] { background: var(--chosen); box-shadow: inset 3px 0 var(--accent); }
#list .line { display: flex; gap: .75rem; justify-content: space-between; }
#list .subject { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#list .line span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#list .muted { color: var(--muted); font-size: .875rem; }
#list time, #list code { flex: none; }
#empty { padding: 2rem 1rem; color: var(--muted); grid-column: 1 / -1; text-align: center; }
article { display: flex; flex-direction: column; min-width: 0; min-height: 0; overflow-y: auto; padding: 1rem; gap: .75rem; }
h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; outline: none; overflow-wrap: anywhere; }
#facts { margin: 0; color: var(--muted); font-size: .875rem; overflow-wrap: anywhere; }
.quick { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
#code { font: 700 2rem/1.2 ui-monospace, monospace; letter-spacing: .2em; }
#link { color: var(--accent); font-weight: 600; }
.views { display: flex; flex-wrap: wrap; gap: .5rem; }
iframe { flex: 1; min-height: 26rem; width: 100%; border: 1px solid var(--line); border-radius: .4rem; }
pre {
  flex: 1; margin: 0; padding: 1rem; overflow: auto; background: var(--card);
  border: 1px solid var(--line); border-radius: .4rem; font: .875rem/1.5 ui-monospace, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere;
}
#problem { margin: 0; padding: .5rem 1rem; color: var(--bad); }
#problem:empty { display: none; }
[hidden] { display: none !important; }
@media (max-width: 44rem) {
  html, body { height: auto; }
  header p { order: 1; flex-basis: 100%; }
  header button { margin-left: auto; }
  main { display: block; }
  #list { max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); }
  article { overflow: visible; }
  iframe { height: 36rem; flex: none; }
}
`;
