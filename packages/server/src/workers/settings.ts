import type { RuntimeSettings } from '../features/settings/runtime-settings.ts';
import type { SharedSettings } from '../features/settings/settings-feature.ts';
import type { VersionRows } from '../features/settings/versions.ts';
import { settleWithin } from '../lib/settle-within.ts';
import type { Channel } from './channel.ts';

/** How long a change waits for the slowest process. A slower process catches up by itself. */
const CATCH_UP_MS = 1_000;

interface Others {
  tell(): Promise<void>;
}

interface VersionsApi extends VersionRows {
  /** The worker has given up its first call of `enter`, so the turn passes to the next. */
  abandon(): void;
}

/** The methods that each process of a service exposes to the others. */
export type CatchUp = Pick<RuntimeSettings, 'catchUp'>;

/** Shares the settings of this process with a worker. @param others returns the other workers, to notify */
export function exposeSettings(
  channel: Channel,
  { rows, own, others }: { rows: VersionRows; own: CatchUp; others: () => readonly CatchUp[] },
): void {
  let isIn = false;
  let isGone = false;
  let abandoned = 0;
  const exposed: VersionsApi = {
    ...rows,
    async enter() {
      await rows.enter();
      if (abandoned > 0) abandoned -= 1;
      else if (!isGone) {
        isIn = true;
        return;
      }
      await rows.leave();
    },
    abandon() {
      if (isIn) void exposed.leave();
      else abandoned += 1;
    },
    async leave() {
      isIn = false;
      await rows.leave();
    },
  };
  channel.onClose(() => {
    isGone = true;
    if (isIn) void rows.leave();
  });
  channel.expose('versions', exposed);
  const told: Others = {
    async tell() {
      await broadcast([own, ...others()]);
    },
  };
  channel.expose('settings', told);
}

/** Resolves when all have caught up with a change, or the time limit has passed. */
export async function broadcast(processes: readonly CatchUp[]): Promise<void> {
  const all = processes.map((one) => one.catchUp().catch(() => {}));
  await settleWithin(CATCH_UP_MS, Promise.all(all));
}

export function remoteSettings(channel: Channel): SharedSettings {
  const { newest, find, add, list, enter, leave } = channel.remote<VersionsApi>('versions');
  const { abandon } = channel.posted<VersionsApi>('versions');
  const { tell } = channel.remote<Others>('settings');
  const tryToEnter = () =>
    enter().catch((error: unknown) => {
      abandon();
      throw error;
    });
  return { rows: { newest, find, add, list, enter: tryToEnter, leave }, notifyOthers: () => tell() };
}
