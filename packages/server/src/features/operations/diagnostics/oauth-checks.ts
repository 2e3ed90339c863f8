import { SERVER } from '../../../config/settings.ts';
import { type Check, note, serious, warning } from './check.ts';
import { UNUSED_DAYS } from './facts.ts';

/** A signing key that is older should be replaced. */
const KEY_DAYS = 365;

/** Checks of the authorization server. They find nothing while it is off. */
export const OAUTH_CHECKS: readonly Check[] = [
  {
    id: 'oauth-https',
    title: 'Applications over https',
    docs: 'oauth.md',
    look: ({ config: { production, publicUrl }, settings: { oauth } }) =>
      oauth.enabled && production && !publicUrl.startsWith('https:')
        ? serious(
            `applications send codes and tokens unencrypted, and clients refuse the issuer ${publicUrl}`,
            `put a proxy with TLS in front of the service, and set ${SERVER.publicUrl.name} to its https:// address`,
          )
        : null,
  },
  {
    id: 'oauth-redirects',
    title: 'Redirects of applications',
    docs: 'oauth.md',
    look: ({ config: { production }, database }) => {
      const loopback = production ? (database?.applications.loopback ?? 0) : 0;
      return loopback > 0
        ? warning(
            `applications on servers lead people to their own devices, as for development: ${loopback}`,
            'remove the loopback addresses from redirect_uris, or give development an application of its own',
          )
        : null;
    },
  },
  {
    id: 'oauth-unused',
    title: 'Applications in use',
    docs: 'oauth.md',
    look: ({ database }) => {
      const unused = database?.applications.unused ?? 0;
      return unused > 0
        ? note(
            `applications got no token for ${UNUSED_DAYS} days: ${unused}`,
            'delete or turn off those that nobody needs',
          )
        : null;
    },
  },
  {
    id: 'oauth-keys',
    title: 'Keys for applications',
    docs: 'oauth.md',
    look: ({ settings: { oauth }, database }) =>
      oauth.rotate_days === 0 && (database?.applications.keyDays ?? 0) > KEY_DAYS
        ? note(
            `the keys that sign tokens for applications are over ${KEY_DAYS} days old`,
            'run: keyward keys rotate --for applications. Or set rotate_days in config/oauth',
          )
        : null,
  },
];
