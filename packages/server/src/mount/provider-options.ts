import { RESERVED_NAMES } from '../config/checks.ts';
import { ConfigError } from '../config/error.ts';
import * as kinds from '../config/kinds.ts';
import { PRIVATE_KEYS } from '../config/signing-secret.ts';
import { type Presets, PRESETS } from '../features/sign-in/provider/presets.ts';
import type { ProviderSlot } from '../features/settings/provider-slot.ts';

const applePrivateKey: kinds.Kind<string> = {
  noun: 'a P-256 private key',
  use: 'the content of the .p8 file from Apple',
  parse: (text) => PRIVATE_KEYS.ES256?.read(text),
};

const TEXTS = {
  id: kinds.providerName,
  name: kinds.providerName,
  preset: kinds.text,
  label: kinds.text,
  issuer: kinds.issuer,
  clientId: kinds.text,
  clientSecret: kinds.text,
  teamId: kinds.appleId,
  keyId: kinds.appleId,
  privateKey: applePrivateKey,
  redirectUri: kinds.redirectUri,
} as const satisfies {
  [Field in Exclude<keyof ProviderSlot, keyof typeof LISTS | keyof typeof SWITCHES>]: kinds.Kind<string>;
};

const SWITCHES = { trustsEmail: kinds.onOff } as const;
const LISTS = { scopes: kinds.scopes, nativeClientIds: kinds.clientIds } as const;

/** Checks the providers that a host adds to the slots. @throws ConfigError */
export function checkProviderOptions({
  slots,
  moreProviders,
  presets,
}: {
  slots: readonly ProviderSlot[];
  moreProviders: readonly ProviderSlot[];
  presets: Presets;
}): void {
  for (const [name, preset] of Object.entries(presets)) {
    const complete =
      typeof preset === 'object' &&
      typeof preset.issuer === 'string' &&
      Array.isArray(preset.scopes) &&
      typeof preset.profile === 'function';
    if (!complete)
      throw new ConfigError(`presets.${name}: incomplete; give issuer, scopes and the function profile.`);
  }
  const taken = new Set([...RESERVED_NAMES, ...slots.flatMap(({ id, name }) => [id, name])]);
  const known = { ...PRESETS, ...presets };
  for (const [index, slot] of moreProviders.entries()) {
    const label = `moreProviders[${index}]`;
    if (typeof slot !== 'object' || slot === null)
      throw new ConfigError(`${label}: not an object; give one.`);
    for (const field of Object.keys(slot)) {
      if (!(field in LISTS) && !(field in TEXTS) && !(field in SWITCHES))
        throw new ConfigError(
          `${label}.${field}: there is no such option; use ${Object.keys({ ...TEXTS, ...LISTS, ...SWITCHES }).join(', ')}.`,
        );
    }
    for (const [field, kind] of Object.entries(TEXTS)) {
      const value: unknown = Reflect.get(slot, field);
      const missing = value === undefined && ['id', 'name', 'preset'].includes(field);
      const malformed = value !== undefined && (typeof value !== 'string' || kind.parse(value) === undefined);
      if (missing || malformed)
        throw new ConfigError(
          `${label}.${field}: ${missing ? 'missing' : `not ${kind.noun}`}; use ${kind.use}.`,
        );
    }
    for (const name of ['scopes', 'nativeClientIds'] as const) {
      const given = slot[name];
      if (given === undefined || LISTS[name].parse([...given].join(' ')) !== undefined) continue;
      throw new ConfigError(`${label}.${name}: not ${LISTS[name].noun}; use an array of strings.`);
    }
    if (slot.trustsEmail !== undefined && typeof slot.trustsEmail !== 'boolean')
      throw new ConfigError(`${label}.trustsEmail: not ${SWITCHES.trustsEmail.noun}; use true or false.`);
    for (const field of ['id', 'name'] as const) {
      if (taken.has(slot[field]))
        throw new ConfigError(
          `${label}.${field}: "${slot[field]}" is taken by another provider or by a path of the API; use another.`,
        );
    }
    taken.add(slot.id).add(slot.name);
    const preset = known[slot.preset];
    if (preset === undefined)
      throw new ConfigError(
        `${label}.preset: there is no preset "${slot.preset}"; use one of ${Object.keys(known).join(', ')}, or add it to presets.`,
      );
    if (preset.issuer === '' && slot.issuer === undefined)
      throw new ConfigError(
        `${label}.issuer: needed for the preset ${slot.preset}; use ${kinds.issuer.use}.`,
      );
    checkCredentials(slot, label);
  }
}

function checkCredentials(slot: ProviderSlot, label: string): void {
  const names =
    slot.preset === 'apple'
      ? (['clientId', 'teamId', 'keyId', 'privateKey'] as const)
      : (['clientId', 'clientSecret'] as const);
  const together = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  if (new Set(names.map((name) => slot[name] === undefined)).size > 1)
    throw new ConfigError(`${label}: ${together} go together; give all or none.`);
  for (const name of CREDENTIALS) {
    if (slot[name] !== undefined && !names.some((own) => own === name))
      throw new ConfigError(`${label}.${name}: not for the preset ${slot.preset}; give ${together}.`);
  }
}

const CREDENTIALS = ['clientId', 'clientSecret', 'teamId', 'keyId', 'privateKey'] as const;
