/**
 * The part of the package that is used. Its own types bring those of a browser into every file of the service.
 */
export type Language = (highlighter: unknown) => object;

interface Highlighter {
  newInstance(): Highlighter;
  registerLanguage(name: string, language: Language): void;
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

declare const core: Highlighter;
// oxlint-disable-next-line import/no-default-export -- the package exports it like this
export default core;
