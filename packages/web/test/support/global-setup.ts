import { ensureBuilt } from '../../scripts/ensure-built.ts';

/** The tests open what is built, so it is built before any of them begins. */
export async function globalSetup(): Promise<void> {
  await ensureBuilt(console.error);
}
