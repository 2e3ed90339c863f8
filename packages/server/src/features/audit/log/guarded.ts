/** A superadmin's session with the access token that opened the answer, or an API key. */
export type Right = { sessionId: number; token: string } | { keyId: number };

/** An answer that goes on as long as the right of its reader. */
export interface Guarded {
  /** Null: nothing ends it. */
  right: Right | null;
  end: () => void;
}
