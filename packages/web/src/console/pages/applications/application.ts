import { keysOf } from '../../lib/keys-of.ts';
import { ask, service } from '../../service/service.ts';

export const getApplication = (id: string) => ask(service.admin.applications.get({ id }));

export type Application = Awaited<ReturnType<typeof getApplication>>;
export type Kind = Application['type'];
export type Fields = Omit<Parameters<typeof service.admin.applications.update>[0], 'id'>;

export const KINDS = keysOf<Kind>({ web: true, browser: true, native: true, machine: true });

type Method = Exclude<Application['token_endpoint_auth_method'], 'none'>;

/** How a confidential application authenticates. */
export const METHODS = keysOf<Method>({
  client_secret_basic: true,
  client_secret_post: true,
  private_key_jwt: true,
});
export const OWN_KEY = 'private_key_jwt' satisfies Method;

type Algorithm = NonNullable<Application['signing_algorithm']>;
export const ALGORITHMS = keysOf<Algorithm>({ RS256: true, ES256: true, EdDSA: true });

/** Whether it cannot keep a secret. */
export const isPublic = (type: Kind): boolean => type === 'browser' || type === 'native';

/** Whether it authenticates with a secret. */
export const hasSecrets = ({ token_endpoint_auth_method: method }: Application): boolean =>
  method === 'client_secret_basic' || method === 'client_secret_post';

export const pathOf = (clientId: string): string => `applications/${encodeURIComponent(clientId)}`;
