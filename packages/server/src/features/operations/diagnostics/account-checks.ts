import { ADDED_SLOTS } from '../../../config/presets.ts';
import { vouchesFor } from '../../sign-in/provider/preset.ts';
import { slotsIn } from '../../settings/provider-slot.ts';
import { PRESETS } from '../../sign-in/provider/presets.ts';
import { SUPERADMIN } from '../../../config/settings.ts';
import { type Check, note, warning } from './check.ts';
import { UNUSED_DAYS } from './facts.ts';

/** Checks for accounts and keys that attackers could use. */
export const ACCOUNT_CHECKS: readonly Check[] = [
  {
    id: 'superadmins',
    title: 'Superadmins',
    docs: 'command-line.md#superadmin',
    look: ({ database }) => {
      if (database === null) return null;
      if (database.superadmins === 0)
        return warning(
          'there is no active superadmin; until there is one, anybody who can read the output of the start can become it',
          'run: keyward superadmin create --email you@example.org',
        );
      return database.superadmins === 1
        ? note(
            'there is only one active superadmin; if that person is locked out, nobody else can help',
            'create a second one, or remember this way back in: keyward superadmin reset --email …',
          )
        : null;
    },
  },
  {
    id: 'superadmin-factors',
    title: 'Second factors of superadmins',
    docs: 'factors.md',
    look: ({ database }) => {
      const without = database?.superadminsWithoutFactor ?? 0;
      return without === 0
        ? null
        : warning(
            `${without} active superadmin${without === 1 ? ' has' : 's have'} no second factor, so a password or a mailbox is enough to become one`,
            'let each of them add an authenticator app or a passkey; policy=superadmins in config/factors makes it a rule',
          );
    },
  },
  {
    id: 'provider-emails',
    title: 'Emails from identity providers',
    docs: 'providers.md#whose-emails-count-as-verified',
    look: ({ config, settings }) => {
      const others = slotsIn(config.providers, settings).flatMap(({ id, name, preset, issuer }) => {
        const known = PRESETS[preset];
        const { client_id: clientId = '', trusts_email: trusted = false } = settings.providers[id] ?? {};
        const counts = known !== undefined && vouchesFor(known, issuer ?? known.issuer);
        return clientId === '' || counts ? [] : [{ id, name, trusted }];
      });
      const namesOf = (these: typeof others) => these.map(({ name }) => name).join(', ');
      const trusted = others.filter((one) => one.trusted);
      if (trusted.length > 0)
        return note(
          `the operator of ${namesOf(trusted)} can sign in to every account by its email, except for those of superadmins`,
          'leave trusts_email on only if you are that operator',
        );
      return others.length === 0
        ? null
        : note(
            `emails that ${namesOf(others)} calls verified do not count as verified, because others may run it: people must link it to an existing account`,
            `if you alone run it, set ${others.map(remedyFor).join(', ')}`,
          );
    },
  },
  {
    id: 'api-keys',
    title: 'API keys',
    docs: 'api-keys.md',
    look: ({ database }) => {
      const { endless, unused } = database?.apiKeys ?? { endless: 0, unused: 0 };
      const finding = [
        ...(endless > 0 ? [`never expire: ${endless}`] : []),
        ...(unused > 0 ? [`unused for ${UNUSED_DAYS} days: ${unused}`] : []),
      ].join('; ');
      return finding === ''
        ? null
        : warning(
            `API keys that may be forgotten still open the administration; ${finding}`,
            'revoke those that nothing uses, and replace endless ones by keys with expires_in_days',
          );
    },
  },
  {
    id: 'superadmin-password',
    title: 'First password',
    docs: 'settings.md#first-superadmin',
    look: ({ config, database }) =>
      config.superadmin !== undefined && (database?.superadmins ?? 0) > 0
        ? warning(
            `${SUPERADMIN.password.name} is still set, although only the first start uses it`,
            `remove ${SUPERADMIN.email.name} and ${SUPERADMIN.password.name}`,
          )
        : null,
  },
  {
    id: 'password-hashes',
    title: 'Password hashes',
    docs: 'security.md#passwords',
    look: ({ config, database }) => {
      const others = database?.otherHashes ?? 0;
      // The documented profile reveals existing accounts anyway.
      return config.profile === 'strict' && others > 0
        ? warning(
            `the duration of a login reveals that ${others} account${others === 1 ? ' exists' : 's exist'}, because their imported password hashes take longer or shorter to check than new ones`,
            'a sign-in replaces the hash; ask people who have not signed in for long to reset their password',
          )
        : null;
    },
  },
];

/** How to trust the emails of a provider. */
function remedyFor({ id, name }: { id: string; name: string }): string {
  return ADDED_SLOTS.includes(id)
    ? `trusts_email in config/${name}`
    : `KEYWARD_${id.toUpperCase()}_TRUSTS_EMAIL=on`;
}
