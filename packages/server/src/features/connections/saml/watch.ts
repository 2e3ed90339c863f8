/** Watches how a message is verified, for the test of a connection. */
export interface Watch {
  /** The message, as it came; once more after its decryption. */
  received(xml: string): void;
  /** A rule that the message keeps. */
  passed(rule: string): void;
}

export const UNWATCHED: Watch = { received: () => undefined, passed: () => undefined };
