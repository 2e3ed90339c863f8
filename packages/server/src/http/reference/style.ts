/** The colours of the console and the pages, as the script names them. Text and background have a contrast of at least 4.5:1. */
const LIGHT = {
  'color-1': '#1b1a18',
  'color-2': '#66625b',
  'color-3': '#66625b',
  'color-accent': '#2848c7',
  'background-1': '#ffffff',
  'background-2': '#faf9f7',
  'background-3': '#f3f2ee',
  'background-accent': '#e9edfb',
  'border-color': '#e4e2dc',
  'color-green': '#1a6b45',
  'color-red': '#b3261e',
  'color-yellow': '#8a5300',
  'color-orange': '#8a5300',
  'color-blue': '#2848c7',
  'color-purple': '#6a3ea1',
  'button-1': '#1b1a18',
  'button-1-hover': '#3a3833',
  'button-1-color': '#ffffff',
};

const DARK: Record<keyof typeof LIGHT, string> = {
  'color-1': '#ecebe8',
  'color-2': '#a2a4aa',
  'color-3': '#a2a4aa',
  'color-accent': '#9db2ff',
  'background-1': '#111214',
  'background-2': '#18191c',
  'background-3': '#222428',
  'background-accent': '#1e2644',
  'border-color': '#2a2c31',
  'color-green': '#77d3a3',
  'color-red': '#ff9a90',
  'color-yellow': '#f0b45b',
  'color-orange': '#f0b45b',
  'color-blue': '#9db2ff',
  'color-purple': '#c9a8ff',
  'button-1': '#ecebe8',
  'button-1-hover': '#ffffff',
  'button-1-color': '#18191c',
};

/** Paths of the fonts of the pages, if they are served. */
export interface Fonts {
  text: string | undefined;
  code: string | undefined;
}

/** Also corrects the style of the pinned version where it cuts off text. */
export function styleOf({ text, code }: Fonts): string {
  return `${face('Geist Variable', text)}${face('Geist Mono Variable', code)}${STYLE}`;
}

function face(name: string, path: string | undefined): string {
  return path === undefined
    ? ''
    : `@font-face { font-family: '${name}'; font-weight: 100 900; font-display: swap; src: url('${path}') format('woff2'); }\n`;
}

const STYLE = `
:root { --scalar-font: 'Geist Variable', system-ui, sans-serif; --scalar-font-code: 'Geist Mono Variable', ui-monospace, monospace; }
.light-mode { ${variables(LIGHT)} }
.dark-mode { ${variables(DARK)} }
.response-card .scalar-card-header-tabs { flex-wrap: wrap; justify-content: end; }
.response-card .scalar-card-header-title { flex-basis: max-content; }
.t-doc__header header > span { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
kbd > [aria-hidden] { text-transform: none; }
.t-doc__header header > button:first-child { width: auto; display: flex; align-items: center; gap: 6px; padding-inline: 6px; }
.t-doc__header header > button:first-child svg { flex: none; width: 16px; height: 16px; }
.t-doc__header header > button:first-child::after { content: 'Menu' / ''; font: 14px/20px var(--scalar-font); }
.section:focus-visible { outline: none; }
.t-doc__sidebar [data-name] { font: 12px/16px var(--scalar-font-code); }
.t-doc__sidebar [data-name]::before {
  content: attr(data-name); display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
  color: var(--scalar-color-1); font: 14px/20px var(--scalar-font);
}
.framed button span:has(> kbd) { display: none; }
@media (max-width: 640px) { .framed .introduction-section { display: none; } }
body:has(.back) { --scalar-custom-header-height: 56px; }
.back {
  position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 56px; padding: 0 24px;
  display: flex; align-items: center; gap: 8px;
  background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color);
  font: 16px/24px var(--scalar-font); color: var(--scalar-color-1);
}
.back strong { font-weight: 600; }
.back a { margin-left: auto; font-size: 14px; color: var(--scalar-color-2); text-decoration: none; }
.back a:hover { color: var(--scalar-color-1); }
`;

function variables(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `--scalar-${name}: ${value};`)
    .join(' ');
}
