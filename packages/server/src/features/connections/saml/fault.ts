/** What is wrong with a message. Its code reaches the log and the test of a connection, never an answer. */
export class SamlFault extends Error {
  /** In letters and underscores. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = `saml_${code}`;
  }
}
