import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/error.ts';
import { existingMasterKey } from '../../config/secrets.ts';
import type { SettingStore } from '../../store/tables/settings.ts';
import { rowsOf } from './saved-sections.ts';
import { RETIRED_KEYS } from './versions.ts';

/**
 * The reason why `loadSecrets` must not generate a master key: the database holds settings that another one encrypted.
 * A new key could not open them, but would pass for theirs in the next backup. Null if there is none.
 * @throws ConfigError if the file of the master key is damaged
 */
export async function masterKeyProblem(
  config: Config,
  settings: Pick<SettingStore, 'sectionBut'>,
): Promise<ConfigError | null> {
  if (existingMasterKey(config) !== undefined) return null;
  const saved = await settings.sectionBut(RETIRED_KEYS);
  if (saved === null) return null;
  return new ConfigError(
    `KEYWARD_MASTER_KEY: there is no master-key in ${config.dataDir}, but settings were saved with one; restore the ` +
      `file, or set the variable to its content. If it is lost, delete ${rowsOf(saved)}, and enter the settings again.`,
  );
}

/** Throws {@link masterKeyProblem}. */
export async function assertMasterKey(...given: Parameters<typeof masterKeyProblem>): Promise<void> {
  const problem = await masterKeyProblem(...given);
  if (problem !== null) throw problem;
}
