import { invalidFields } from '../../errors.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import type { AddressRule } from '../delivery/webhooks/networks.ts';
import { KEPT } from '../settings/kinds/section-kind.ts';
import { type OidcEdit, type OidcFields, readOidc, type SamlEdit } from './connection.ts';
import { assertIssuer } from './issuers.ts';

/** The columns that depend on the kind of a connection. */
export interface Stored {
  config: object;
  /** Undefined: it stays. */
  secret: string | undefined;
  /** When the last certificate expires; null for a kind without certificates. */
  certificateEndsAt: number | null;
  /** Where the metadata is fetched from again; null for a kind without metadata. */
  metadataUrl: string | null;
}

/** Merges fields into those of a connection; null for a new one. @throws KeywardError `ValidationError` */
export type Merge = (before: ConnectionRow | null) => Stored;

/** The fields of each kind, of which a connection has one. */
export interface KindFields {
  oidc?: OidcEdit | undefined;
  saml?: SamlEdit | undefined;
}

/**
 * Reads SAML fields, which may fetch metadata.
 * @param newFor the organization that gets a new connection, for which a key is made; null: the connection has one
 */
export type PrepareSaml = (fields: SamlEdit, newFor: string | null) => Promise<Merge>;

const SCOPES = ['openid', 'email', 'profile'];

export function createKinds({ rule, prepareSaml }: { rule: AddressRule; prepareSaml: PrepareSaml }) {
  return {
    /** The kind of a new connection. @throws KeywardError `ValidationError` unless exactly one is given */
    kindOf({ oidc, saml }: KindFields): ConnectionRow['kind'] {
      if (oidc !== undefined && saml !== undefined)
        throw invalidFields({ path: 'saml', message: 'must be left out with oidc' });
      if (oidc === undefined && saml === undefined)
        throw invalidFields({ path: 'oidc', message: 'is required, or saml in its place' });
      return oidc === undefined ? 'saml' : 'oidc';
    },

    /**
     * Checks everything that needs no lock, and fetches from outside.
     * @param newFor as for {@link PrepareSaml}
     * @throws KeywardError `ValidationError`, also for fields of another kind; `ProviderFailedError`
     */
    async prepare(
      kind: ConnectionRow['kind'],
      { oidc, saml }: KindFields,
      newFor: string | null,
    ): Promise<Merge> {
      const other = kind === 'oidc' ? saml : oidc;
      if (other !== undefined)
        throw invalidFields({
          path: kind === 'oidc' ? 'saml' : 'oidc',
          message: `is for connections of another kind; this one is ${kind}`,
        });
      if (kind === 'saml') return prepareSaml(saml ?? {}, newFor);
      if (oidc?.issuer !== undefined) assertIssuer(oidc.issuer, rule);
      return (before) => mergeOidc(before, oidc ?? {});
    },
  };
}

/**
 * The fields that the provider supplies. A draft may lack them, because the provider first needs the addresses of the
 * connection.
 */
const GIVEN = {
  oidc: ['issuer', 'client_id'],
  saml: ['idp_entity_id', 'idp_sso_url', 'idp_certificates'],
} as const;

/** @throws KeywardError `ValidationError` while a field is missing that the provider supplies */
export function assertComplete({ kind, config }: Pick<ConnectionRow, 'kind' | 'config'>): void {
  const fields: Record<string, unknown> = JSON.parse(config);
  const missing = GIVEN[kind].find((name) => Object(fields[name]).length === 0);
  if (missing === undefined) return;
  const other = kind === 'saml' ? ', or metadata that names it' : '';
  throw invalidFields({ path: `${kind}.${missing}`, message: `is required${other}` });
}

function mergeOidc(before: ConnectionRow | null, edit: OidcEdit): Stored {
  const none = { issuer: '', client_id: '', scopes: SCOPES };
  const was: Partial<OidcFields> = before === null ? none : readOidc(before);
  const { client_secret: sent = KEPT, ...config } = { ...was, ...edit };
  const secret = sent === KEPT ? undefined : sent;
  if (secret === undefined && config.issuer !== was.issuer)
    throw invalidFields({
      path: 'oidc.client_secret',
      message: was.issuer === '' ? 'is required' : 'is needed again, because the issuer changes',
    });
  return { config, secret, certificateEndsAt: null, metadataUrl: null };
}
