import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { createServices, type Services } from '../services/services.ts';
import { systemClock } from '../lib/clock.ts';
import type { Store } from '../store/database.ts';

/**
 * Runs `use` with the rules of the service and the settings in force, including those saved at run time, without
 * serving and without writing logs.
 * @throws ConfigError when saved settings cannot be opened with the master key
 */
export async function withSettingsInForce<T>(
  config: Config,
  secrets: Secrets,
  store: Store,
  use: (services: Services) => Promise<T>,
): Promise<T> {
  const services = createServices({
    store,
    config,
    secrets,
    clock: systemClock,
    publicUrl: () => config.publicUrl,
    report: (error) => {
      throw error;
    },
    warn: () => {},
  });
  await services.runtimeSettings.restore();
  try {
    return await use(services);
  } finally {
    await services.mailer.close(0);
  }
}
