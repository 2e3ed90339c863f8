import { createStore } from '../lib/store.ts';
import { ask, service } from '../service/service.ts';

const RETRY_MS = 2_000;

const isLost = createStore(false);
const returned = new Set<() => void>();

async function watch(): Promise<void> {
  while (isLost.get()) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await ask(service.config.pulse()).then(
      () => isLost.set(false),
      // Any answer shows that the service is back; other calls report errors.
      (error: { status?: number }) => isLost.set(!error.status),
    );
  }
  for (const listener of returned) listener();
}

/**
 * Whether the service can be reached. After a call without an answer it counts as unreachable, and a probe
 * polls it.
 */
export const connection = {
  isLost,
  lost(): void {
    if (isLost.get()) return;
    isLost.set(true);
    void watch();
  },
  /** Calls the listener each time the service is back. */
  onReturn(listener: () => void): () => void {
    returned.add(listener);
    return () => void returned.delete(listener);
  },
};
