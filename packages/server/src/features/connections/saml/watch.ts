/** Observes the verification of a message, for the test of a connection. */
export interface Watch {
  /** The message as received, and again after its decryption. */
  received(xml: string): void;
  /** A check that the message passed. */
  passed(rule: string): void;
}

export const UNWATCHED: Watch = { received: () => undefined, passed: () => undefined };
