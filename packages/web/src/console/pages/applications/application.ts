import { keysOf } from '../../lib/keys-of.ts';
import { ask, service } from '../../service/service.ts';

export const getApplication = (id: string) => ask(service.admin.applications.get({ id }));

export type Application = Awaited<ReturnType<typeof getApplication>>;
export type Kind = Application['type'];
export type Fields = Omit<Parameters<typeof service.admin.applications.update>[0], 'id'>;

export const KINDS = keysOf<Kind>({ web: true, browser: true, native: true, machine: true });

/** Whether it authenticates with a secret. */
export const hasSecrets = ({ token_endpoint_auth_method: method }: Application): boolean =>
  method === 'client_secret_basic' || method === 'client_secret_post';

export const pathOf = (clientId: string): string => `applications/${encodeURIComponent(clientId)}`;
