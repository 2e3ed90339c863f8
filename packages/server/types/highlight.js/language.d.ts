import type { Language } from './core.d.ts';

declare const language: Language;
// oxlint-disable-next-line import/no-default-export -- the package exports it like this
export default language;
