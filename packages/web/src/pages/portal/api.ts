import { type ErrorKind, KeywardError, type Result } from '@keyward/client';

/** The data for the holder of a link. */
export interface Portal {
  organization: { name: string };
  sections: readonly string[];
  expires_at: string;
}

export interface Domain {
  domain: string;
  status: 'pending' | 'verified' | 'lost';
  record: { type: string; name: string; value: string };
}

export interface Connection {
  id: string;
  kind: 'saml' | 'oidc';
  name: string;
  status: 'draft' | 'active' | 'disabled';
  /** The roles by group. */
  mapping: Record<string, string[]>;
  keep_roles: boolean;
  signs_in_owners: boolean;
  login_url: string;
  oidc?: { issuer: string; client_id: string; redirect_uri: string };
  saml?: { idp_entity_id: string; sp_entity_id: string; sp_acs_url: string; metadata_url: string | null };
  version: string;
}

/** The roles that a mapping may give. */
export interface Roles {
  roles: { name: string; description: string }[];
  default_role: string;
}

/** Whether a connection has the values of its provider: a new one has none. */
export function isKnown({ saml, oidc }: Connection): boolean {
  return saml === undefined ? oidc?.client_id !== '' : saml.idp_entity_id !== '';
}

export interface ConnectionTest {
  id: string;
  status: 'pending' | 'passed' | 'failed';
  failure: { code: string; message: string } | null;
  person: { email: string | null; email_in_domain: boolean; name: string | null; roles: string[] } | null;
  attributes: { name: string; values: string[]; field: 'subject' | 'email' | 'name' | 'groups' | null }[];
}

export interface ScimToken {
  id: string;
  token?: string;
  created_at: string;
}

/** Calls the routes below `portal` with the token of a link. No call throws. */
export type CallPortal = <Data>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Result<Data>>;

export function portalApi(prefix: string, token: string): CallPortal {
  return async (method, path, body) => {
    try {
      const answer = await fetch(`${prefix}/portal${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const data = await answer.json();
      return answer.ok ? { data, error: null } : failed(data.error, answer.status, data);
    } catch {
      return failed('NetworkError', 0, {});
    }
  };
}

function failed(
  kind: ErrorKind,
  status: number,
  { message = '', details }: { message?: string; details?: Record<string, unknown> },
): { data: null; error: NonNullable<Result<never>['error']> } {
  const error = new KeywardError(kind, message, { status, ...(details !== undefined && { details }) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service gives these kinds these details
  return { data: null, error: error as NonNullable<Result<never>['error']> };
}
