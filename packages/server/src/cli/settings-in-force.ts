import type { Config } from '../config/config.ts';
import { loadSecrets, type Secrets } from '../config/secrets.ts';
import { assertMasterKey } from '../features/settings/assert-master-key.ts';
import { createServices, type Services } from '../services/services.ts';
import { systemClock } from '../lib/clock.ts';
import type { Store } from '../store/database.ts';

/**
 * Runs `use` with the rules of the service and the settings in force, including those saved at run time, without
 * serving and without writing logs.
 * @param given default: those of the configuration, which are generated if they are missing
 * @throws ConfigError when saved settings cannot be opened with the master key, or have lost it
 */
export async function withSettingsInForce<T>(
  config: Config,
  store: Store,
  use: (services: Services) => Promise<T>,
  given?: Secrets,
): Promise<T> {
  await assertMasterKey(config, store.settings);
  const secrets = given ?? loadSecrets(config);
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
