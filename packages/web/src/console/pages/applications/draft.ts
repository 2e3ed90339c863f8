import { linesOf } from './addresses-field.tsx';
import { type Application, type Fields, isPublic, type Kind, OWN_KEY } from './application.ts';

/** The content of the form: texts, as they are typed. */
export interface Draft {
  type: Kind;
  name: string;
  redirect_uris: string;
  post_logout_redirect_uris: string;
  backchannel_logout_uri: string;
  token_endpoint_auth_method: Application['token_endpoint_auth_method'];
  /** JSON. */
  jwks: string;
  jwks_uri: string;
  signing_algorithm: Application['signing_algorithm'];
  logo_url: string;
  homepage_url: string;
  policy_url: string;
  terms_url: string;
  /** Empty: every known scope. */
  scopes: string[];
  machine_scopes: string[];
  resources: string[];
  first_party: boolean;
  require_pkce: boolean;
  dpop_bound: boolean;
  access_minutes: number | string;
  refresh_days: number | string;
  refresh_max_days: number | string;
}

export const NEW: Draft = {
  type: 'web',
  name: '',
  redirect_uris: '',
  post_logout_redirect_uris: '',
  backchannel_logout_uri: '',
  token_endpoint_auth_method: 'client_secret_basic',
  jwks: '',
  jwks_uri: '',
  signing_algorithm: null,
  logo_url: '',
  homepage_url: '',
  policy_url: '',
  terms_url: '',
  scopes: [],
  machine_scopes: [],
  resources: [],
  first_party: false,
  require_pkce: true,
  dpop_bound: false,
  access_minutes: 10,
  refresh_days: 30,
  refresh_max_days: 180,
};

export function draftOf(application: Application): Draft {
  return {
    ...application,
    redirect_uris: application.redirect_uris.join('\n'),
    post_logout_redirect_uris: application.post_logout_redirect_uris.join('\n'),
    backchannel_logout_uri: application.backchannel_logout_uri ?? '',
    jwks: application.jwks === null ? '' : JSON.stringify(application.jwks, null, 2),
    jwks_uri: application.jwks_uri ?? '',
    logo_url: application.logo_url ?? '',
    homepage_url: application.homepage_url ?? '',
    policy_url: application.policy_url ?? '',
    terms_url: application.terms_url ?? '',
    scopes: application.scopes ?? [],
  };
}

function fieldsOf(draft: Draft) {
  const { type, ...rest } = draft;
  const ownKey = !isPublic(type) && draft.token_endpoint_auth_method === OWN_KEY;
  return {
    ...rest,
    name: draft.name.trim(),
    redirect_uris: linesOf(draft.redirect_uris),
    post_logout_redirect_uris: linesOf(draft.post_logout_redirect_uris),
    backchannel_logout_uri: draft.backchannel_logout_uri.trim() || null,
    token_endpoint_auth_method: isPublic(type) ? 'none' : draft.token_endpoint_auth_method,
    jwks: ownKey && draft.jwks.trim() !== '' ? JSON.parse(draft.jwks) : null,
    jwks_uri: (ownKey && draft.jwks_uri.trim()) || null,
    logo_url: draft.logo_url.trim() || null,
    homepage_url: draft.homepage_url.trim() || null,
    policy_url: draft.policy_url.trim() || null,
    terms_url: draft.terms_url.trim() || null,
    scopes: draft.scopes.length === 0 ? null : draft.scopes,
    access_minutes: Number(draft.access_minutes),
    refresh_days: Number(draft.refresh_days),
    refresh_max_days: Number(draft.refresh_max_days),
  } satisfies Fields;
}

/** The changes of the form. Unchanged fields are not sent, because some require recent authentication. */
export function changesOf(before: Draft, after: Draft): Fields {
  const old: Readonly<Record<string, unknown>> = fieldsOf(before);
  return Object.fromEntries(
    Object.entries(fieldsOf(after)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
    ),
  );
}
