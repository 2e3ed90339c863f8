import { ask, service } from '../../service/service.ts';

const list = (id: string) => ask(service.admin.organizations.connections.list({ id }));
export type Connection = Awaited<ReturnType<typeof list>>['connections'][number];

/** Keeps a secret. */
const KEPT = '***';

/** The content of the form of a connection. */
export interface ConnectionDraft {
  kind: Connection['kind'];
  name: string;
  issuer: string;
  client_id: string;
  /** Empty: the current one is kept. */
  client_secret: string;
  /** The metadata of the provider, or its address. Empty: the current one is kept. */
  metadata: string;
  allow_idp_initiated: boolean;
  want_encrypted: boolean;
  trust_factors: boolean;
  keep_roles: boolean;
  /** One line per group: `engineers = admin, member`. */
  mapping: string;
}

export function draftOf(connection: Connection | null): ConnectionDraft {
  return {
    kind: connection?.kind ?? 'oidc',
    name: connection?.name ?? '',
    issuer: connection?.oidc?.issuer ?? '',
    client_id: connection?.oidc?.client_id ?? '',
    client_secret: '',
    metadata: '',
    allow_idp_initiated: connection?.saml?.allow_idp_initiated ?? false,
    want_encrypted: connection?.saml?.want_encrypted ?? false,
    trust_factors: connection?.trust_factors ?? false,
    keep_roles: connection?.keep_roles ?? false,
    mapping: mappingText(connection?.mapping ?? {}),
  };
}

/** The roles by group, one line for each group, as {@link mappingOf} reads them. */
export const mappingText = (mapping: Connection['mapping']): string =>
  Object.entries(mapping)
    .map(([group, roles]) => `${group} = ${roles.join(', ')}`)
    .join('\n');

/**
 * The roles by group; null for a line without `=`. The name of a group may contain `=`: only the last one separates.
 */
export function mappingOf(text: string): Record<string, string[]> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parts = lines.map((line) => [line.lastIndexOf('='), line] as const);
  if (parts.some(([at]) => at < 1)) return null;
  return Object.fromEntries(
    parts.map(([at, line]) => [
      line.slice(0, at).trim(),
      line
        .slice(at + 1)
        .split(',')
        .map((role) => role.trim())
        .filter((role) => role !== ''),
    ]),
  );
}

/** The fields of the draft in the form of the API. */
export function fieldsOf(draft: ConnectionDraft, mapping: Record<string, string[]>) {
  const { kind, name, trust_factors, keep_roles, allow_idp_initiated, want_encrypted } = draft;
  const metadata = draft.metadata.trim();
  return {
    name: name.trim(),
    trust_factors,
    keep_roles,
    mapping,
    ...(kind === 'oidc'
      ? {
          oidc: {
            issuer: draft.issuer.trim(),
            client_id: draft.client_id.trim(),
            client_secret: draft.client_secret || KEPT,
          },
        }
      : {
          saml: {
            allow_idp_initiated,
            want_encrypted,
            ...(metadata !== '' && {
              [/^https?:\/\//.test(metadata) ? 'metadata_url' : 'metadata']: metadata,
            }),
          },
        }),
  };
}
