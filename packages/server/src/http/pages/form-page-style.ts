import { COLOURS } from './page-colours.ts';

/** The style of the pages with a form. */
export const STYLE = `
:root {${COLOURS}
  --line: light-dark(#868e9c, #6b7383);
  --bad-back: light-dark(#fdecea, #3a1c1a);
  --good: light-dark(#14693b, #7ed8a2);
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 1rem;
  display: grid; place-items: center;
  background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
}
main {
  width: 100%; max-width: 27rem; padding: clamp(1.25rem, 6vw, 2.25rem);
  background: var(--card); border-radius: .75rem;
  box-shadow: 0 0 0 1px light-dark(#0000001a, #ffffff1f), 0 .5rem 2rem light-dark(#00000014, #00000066);
}
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
#intro { margin: 0; color: var(--muted); }
form { margin-top: 1.5rem; }
.field { margin-bottom: 1.25rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input {
  width: 100%; min-width: 0; padding: .6rem .75rem;
  font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: .4rem;
}
input[aria-invalid="true"] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
/* It takes the focus only to be read aloud. */
h1:focus-visible, h2:focus-visible { outline: none; }
.with-button { position: relative; }
.with-button input { padding-right: 4.5rem; }
button {
  width: 100%; padding: .7rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 0; border-radius: .4rem;
}
button[aria-disabled="true"] { opacity: .65; cursor: progress; }
button.quiet {
  position: absolute; top: 4px; right: 4px; bottom: 4px; width: 3.75rem; padding: 0;
  font-size: .875rem; color: var(--accent); background: transparent;
}
.problem { margin: .35rem 0 0; color: var(--bad); font-size: .9rem; }
.problem:empty, .notice:empty { display: none; }
.notice {
  margin: 1.25rem 0 0; padding: .75rem 1rem; border-radius: .4rem;
  color: var(--bad); background: var(--bad-back); overflow-wrap: anywhere;
}
#rules {
  margin: .6rem 0 0; padding: 0; list-style: none;
  display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: .15rem .75rem;
  color: var(--muted); font-size: .9rem;
}
#rules li { position: relative; padding-left: 1.5rem; }
#rules li::before {
  content: ""; position: absolute; left: .1rem; top: .28em; width: .8em; height: .8em;
  border: 1.5px solid currentColor; border-radius: 50%;
}
#rules li.met { color: var(--good); }
#rules li.met::before {
  content: "\\2713" / ""; top: 0; width: auto; height: auto; border: 0; font-weight: 700;
}
h2 { margin: 1.75rem 0 0; font-size: 1.125rem; }
#remedy p, #done p, #codes p { margin: 1rem 0 0; }
#submit + #passkey { margin-top: .75rem; }
#passkey p { margin: .5rem 0 1rem; }
#recovery-codes { columns: 2 10rem; }
.muted { margin: 1rem 0 0; color: var(--muted); font-size: .9rem; }
.field .muted { margin-top: .35rem; }
a { color: var(--accent); }
pre {
  margin: .5rem 0 0; padding: .75rem 1rem; border-radius: .4rem; background: var(--page);
  font: .875rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none; }
`;
