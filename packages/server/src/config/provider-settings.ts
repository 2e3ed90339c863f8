import * as kinds from './kinds.ts';
import type { Setting } from './kinds.ts';
import { MORE_SLOTS, PRESET_NAMES, type PresetName, type SlotId } from './presets.ts';

/** The settings of the identity providers that always have a slot, in its order. */
export const PROVIDERS = [
  { ...provider('idp1', 'google'), preset: 'google' },
  { ...provider('idp2', 'github'), preset: 'github' },
  { ...provider('idp3', 'discord'), preset: 'discord' },
] as const;

/** The same settings for additional slots. The documentation does not list them, because they would fill its tables. */
export const MORE_PROVIDERS = MORE_SLOTS.map((id) => provider(id));

export type ProviderSlotSettings = ReturnType<typeof provider>;

/** @param preset its default; without one, the slot exists only if a preset is given */
function provider(id: SlotId, preset?: PresetName) {
  const variable = `KEYWARD_${id.toUpperCase()}`;
  const settings = {
    preset: {
      name: `${variable}_PRESET`,
      kind: kinds.oneOf(...PRESET_NAMES),
      ...(preset === undefined ? { unset: 'none: there is no such provider' } : { default: preset }),
      help: `Kind of the provider ${id}; oidc is any OpenID Connect provider`,
    },
    issuer: {
      name: `${variable}_ISSUER`,
      kind: kinds.issuer,
      unset: "the preset's",
      help: 'Issuer address; needed for oidc',
    },
    clientId: {
      name: `${variable}_CLIENT_ID`,
      kind: kinds.text,
      unset: 'none: the provider is off',
      help: 'Client id registered at the provider; needs the client secret too (apple: team id, key id and private key)',
    },
    clientSecret: {
      name: `${variable}_CLIENT_SECRET`,
      kind: kinds.text,
      unset: 'none',
      secret: 'value',
      help: 'Client secret registered at the provider; needs the client id too',
    },
    teamId: {
      name: `${variable}_TEAM_ID`,
      kind: kinds.appleId,
      unset: 'none',
      help: "Only for the preset apple: the developer team's id",
    },
    keyId: {
      name: `${variable}_KEY_ID`,
      kind: kinds.appleId,
      unset: 'none',
      help: 'Only for the preset apple: id of the private key',
    },
    privateKey: {
      name: `${variable}_PRIVATE_KEY`,
      kind: { ...kinds.text, use: 'the content of the .p8 file from Apple' },
      unset: 'none',
      secret: 'value',
      help: 'Only for the preset apple, in place of a client secret: the private key that signs one',
    },
    nativeClientIds: {
      name: `${variable}_NATIVE_CLIENT_IDS`,
      kind: kinds.clientIds,
      unset: 'none: only the client id',
      help: 'Client ids of your mobile apps, whose ID tokens are accepted too',
    },
    trustsEmail: {
      name: `${variable}_TRUSTS_EMAIL`,
      kind: kinds.onOff,
      unset: 'off',
      help: "Whether to trust this provider's verified emails; for oidc and microsoft, whose emails other organizations may have verified",
    },
    redirectUri: {
      name: `${variable}_REDIRECT_URI`,
      kind: kinds.redirectUri,
      unset: '{public address}{prefix}/{name}/callback',
      help: 'Redirect address registered at the provider',
    },
    name: {
      name: `${variable}_NAME`,
      kind: kinds.providerName,
      default: id,
      help: 'Name of the provider in paths and messages',
    },
    label: {
      name: `${variable}_LABEL`,
      kind: kinds.text,
      unset: "the preset's",
      help: 'Name of the provider on the buttons of the pages',
    },
    scopes: {
      name: `${variable}_SCOPES`,
      kind: kinds.scopes,
      unset: "the preset's",
      help: 'Scopes to ask for',
    },
  } as const satisfies Record<string, Setting>;
  return { id, settings };
}
