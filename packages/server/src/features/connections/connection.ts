import type { ConnectionRow } from '../../store/engine/schema.ts';
import type { Seal } from '../../lib/seal.ts';
import type { PinnedCertificate } from './saml/key.ts';

/** The maximum number of connections of an organization. */
export const MAX_CONNECTIONS = 20;

/** How often the metadata of a provider is fetched, in milliseconds. */
export const METADATA_MS = 86_400_000;

/** The roles of each group; a group may have none. */
export type RoleMapping = Readonly<Record<string, readonly string[]>>;

/** How Keyward signs people in at an OpenID provider. */
export interface OidcFields {
  /** As the provider writes it. */
  issuer: string;
  client_id: string;
  client_secret: string;
  scopes: readonly string[];
}

export type OidcEdit = Partial<OidcFields>;

/** The part of the fields that is stored unencrypted. */
export type OidcConfig = Omit<OidcFields, 'client_secret'>;

/** How Keyward signs people in at a SAML provider. */
export interface SamlEdit {
  /** The metadata of the provider, which gives the next three. */
  metadata?: string;
  /** Where the metadata is fetched from, now and every day. */
  metadata_url?: string | null;
  idp_entity_id?: string;
  idp_sso_url?: string;
  idp_certificates?: readonly string[];
  allow_idp_initiated?: boolean;
  want_encrypted?: boolean;
}

export interface SamlConfig extends Required<Omit<SamlEdit, 'metadata' | 'idp_certificates'>> {
  idp_certificates: readonly PinnedCertificate[];
  /** PEM: the provider may encrypt assertions for it. */
  sp_certificate: string;
}

/** The fields of a connection of any kind. */
export interface ConnectionFields {
  name: string;
  status: ConnectionRow['status'];
  trust_factors: boolean;
  mapping: RoleMapping;
  keep_roles: boolean;
}

export function readMapping({ mapping }: Pick<ConnectionRow, 'mapping'>): RoleMapping {
  return JSON.parse(mapping);
}

export function readOidc({ config }: Pick<ConnectionRow, 'config'>): OidcConfig {
  return JSON.parse(config);
}

export function readSaml({ config }: Pick<ConnectionRow, 'config'>): SamlConfig {
  return JSON.parse(config);
}

/** Encrypts the secret of a connection. It can be decrypted only for this connection. */
export function sealSecret(seal: Seal, uid: string, secret: string): string {
  return seal.close(secret, placeOf(uid));
}

export function openSecret(seal: Seal, row: Pick<ConnectionRow, 'uid' | 'sealed_secret'>): string {
  const secret = seal.open(row.sealed_secret, placeOf(row.uid));
  if (secret === null) throw new Error('the secret of the connection was sealed with another master key');
  return secret;
}

/** Whether a connection already has a secret. */
export function hasSecret(
  seal: Seal,
  row: Pick<ConnectionRow, 'uid' | 'sealed_secret'>,
  secret: string,
): boolean {
  return seal.open(row.sealed_secret, placeOf(row.uid)) === secret;
}

function placeOf(uid: string): string {
  return `connection ${uid}`;
}

/** Sends a browser to the provider of a connection. */
export function loginUrlOf(apiUrl: string, uid: string): string {
  return `${apiUrl}/connection/${uid}/login`;
}

/** Names an identity provider in the links of accounts: a connection never shares its identities with another. */
export function linkKey(uid: string, issuer: string): string {
  return `${uid}:${issuer}`;
}
