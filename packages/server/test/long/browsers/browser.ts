/** What a test needs of any browser. */
export interface AnyBrowser extends AsyncDisposable {
  /** Its name and version. */
  name: string;
  /** Opens an address, and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** @returns the value of an expression in the page, a string. */
  evaluate(expression: string): Promise<string>;
}
