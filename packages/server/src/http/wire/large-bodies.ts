import { createFairQueue } from '../../lib/fair-queue.ts';

/** With at most 1 MiB each. */
const MOST_AT_ONCE = 64;

interface LargeBody {
  asker: string;
  cut: () => void;
}

/** Bodies over the usual limit that are being received, for example answers of SAML providers. */
export interface LargeBodies {
  /**
   * Adds a body. If there are too many, one is cut: of the address and network with the most, or else of the sender, the
   * one that has been arriving for the longest time, because an honest sender sends the whole body at once.
   * @param asker as a fair queue uses it
   * @returns removes it
   */
  add(asker: string, cut: () => void): () => void;
}

export function createLargeBodies(): LargeBodies {
  const arriving = createFairQueue<LargeBody>(({ asker }) => asker);
  return {
    add(asker, cut) {
      const body = { asker, cut };
      if (arriving.size === MOST_AT_ONCE) {
        const all = [...arriving];
        const over = arriving.longestFor(asker).at(-1) ?? all.find((one) => one.asker === asker) ?? all[0];
        if (over !== undefined) {
          arriving.delete(over);
          over.cut();
        }
      }
      arriving.add(body);
      return () => arriving.delete(body);
    },
  };
}
