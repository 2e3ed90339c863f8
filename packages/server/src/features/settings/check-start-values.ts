import type { Config } from '../../config/config.ts';
import { relyingPartyOf } from './relying-party.ts';
import { startValueError } from './kinds/start-value-error.ts';
import { createSections } from './sections.ts';

/**
 * Checks the settings of the start against the rules of their sections, including rules between
 * fields. Writes nothing. Saved settings are ignored, because a rollback restores the values of the start.
 * @throws ConfigError that names the setting and the remedy
 */
export async function checkStartValues(config: Config): Promise<void> {
  const secrets = { jwtSecret: config.jwt.secret ?? '', masterKey: Buffer.alloc(0) };
  const hosts = () => [config.publicUrl, ...config.allowedFrontends].map(relyingPartyOf);
  const context = { now: 0, dataDir: config.dataDir, keyGeneration: 0, hosts };
  for (const section of createSections({ config, secrets, slots: [] }).all) {
    try {
      await section.checkStart(context);
    } catch (error) {
      throw startValueError(config, section.id, error);
    }
  }
}
