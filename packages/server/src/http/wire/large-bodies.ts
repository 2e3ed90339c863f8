/** With at most 1 MiB each. */
const MOST_AT_ONCE = 64;

/** Bodies over the usual limit that are being received, for example answers of SAML providers. */
export interface LargeBodies {
  /**
   * Adds a body. If there are too many, the one that has been arriving for the longest time is cut, because an honest
   * sender sends the whole body at once.
   * @returns removes it
   */
  add(cut: () => void): () => void;
}

export function createLargeBodies(): LargeBodies {
  /** The oldest first. */
  const arriving = new Set<() => void>();
  return {
    add(cut) {
      arriving.add(cut);
      const [oldest] = arriving;
      if (arriving.size > MOST_AT_ONCE && oldest !== undefined) {
        arriving.delete(oldest);
        oldest();
      }
      return () => arriving.delete(cut);
    },
  };
}
