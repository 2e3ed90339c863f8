import { SERVER } from '../../../config/settings.ts';
import type { Core } from '../../core.ts';
import type { Settings } from '../../settings/settings.ts';
import { createIssuer } from './issuer.ts';
import { createTokens } from './tokens.ts';

/** The tokens of sessions, and the service as their issuer. */
export function createTokensFeature(
  { config, clock, publicUrl }: Core,
  { settings }: { settings: Settings },
) {
  const issuer = createIssuer(publicUrl, config.given.has(SERVER.publicUrl.name));
  return { issuer, tokens: createTokens({ settings, issuer, clock }) };
}
