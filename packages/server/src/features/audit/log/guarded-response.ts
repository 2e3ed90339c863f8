/** A superadmin's session with the access token that opened the answer, or an API key. */
export type Right = { sessionId: number; token: string } | { keyId: number };

/** A long response that ends when its reader loses the right to it. */
export interface Guarded {
  /** Null: nothing revokes it. */
  right: Right | null;
  end: () => void;
}
