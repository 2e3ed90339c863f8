import { type ProviderSlot, slotsIn } from '../../settings/provider-slot.ts';
import type { SettingsValues } from '../../settings/settings.ts';
import type { Preset } from './preset.ts';
import { PRESETS, type Presets } from './presets.ts';

/** A slot with its preset. */
export interface KnownProvider extends Omit<ProviderSlot, 'preset' | 'issuer' | 'label'> {
  readonly presetName: string;
  readonly preset: Preset;
  /** The name that people see. */
  readonly label: string;
  /** The issuer as the provider writes it. */
  readonly address: string;
  /** Identifies the provider in links, regardless of its slot. */
  readonly issuer: string;
  /** It answers with a form post (`form_post`) instead of a query. */
  readonly postsForm: boolean;
  /** It issues ID tokens. */
  readonly hasIdTokens: boolean;
}

/** The connection of an organization that an identity belongs to. */
const CONNECTION = /^con_[A-Za-z0-9_-]{22}(?=:)/;

/** The providers of this instance, whether or not they have credentials. */
export interface KnownProviders {
  /** In the order of their slots. */
  readonly all: readonly KnownProvider[];
  /**
   * The name of the provider with this issuer, or the id of the connection of an organization. If none is configured any
   * more, the issuer itself.
   */
  nameOf: (issuer: string) => string;
  /** The inverse of `nameOf`. */
  issuerOf: (name: string) => string;
}

/**
 * @param slots those of the start
 * @param presets in addition to the built-in ones; one of the same name replaces the built-in one
 * @param current the settings in force
 */
export function createKnownProviders(
  slots: readonly ProviderSlot[],
  presets: Presets,
  current: () => SettingsValues,
): KnownProviders {
  const known = { ...PRESETS, ...presets };
  let of: SettingsValues['providers'] | undefined;
  let all: readonly KnownProvider[] = [];
  /** Made again only after a change of a provider. */
  function inForce(): readonly KnownProvider[] {
    const values = current();
    if (values.providers !== of) {
      all = slotsIn(slots, values).map((slot) => knownProvider(slot, known));
      of = values.providers;
    }
    return all;
  }
  return {
    get all() {
      return inForce();
    },
    nameOf: (issuer) =>
      inForce().find((one) => one.issuer === issuer)?.name ?? CONNECTION.exec(issuer)?.[0] ?? issuer,
    issuerOf: (name) => inForce().find((one) => one.name === name)?.issuer ?? name,
  };
}

function knownProvider(slot: ProviderSlot, presets: Presets): KnownProvider {
  const preset = presets[slot.preset];
  if (preset === undefined) throw new Error(`${slot.id}: there is no preset ${slot.preset}`);
  // Without discovery, another issuer would only change the key of the links.
  const address = (preset.endpoints === undefined ? slot.issuer : undefined) ?? preset.issuer;
  return {
    ...slot,
    presetName: slot.preset,
    preset,
    label:
      slot.label ??
      preset.label ??
      (slot.name === slot.id ? (URL.parse(address)?.hostname ?? slot.name) : slot.name),
    address,
    issuer: address.replace(/\/$/, ''),
    postsForm: preset.parameters?.['response_mode'] === 'form_post',
    hasIdTokens: preset.endpoints === undefined,
  };
}
