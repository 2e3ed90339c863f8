import { Type } from 'typebox';
import { KeywardError } from '../../../errors.ts';
import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { IdParams } from '../../wire/endpoint/lists.ts';
import { ConnectedSchema, presentConnected } from '../../oauth/connected.ts';
import { FactorsSchema, presentFactors } from '../../presenters/factors.ts';
import { LinkSchema, presentLink } from '../../presenters/link.ts';
import { ListedSessionSchema, presentListedSession } from '../../../features/audit/serializers/session.ts';
import { AdministeredAccountSchema, presentAdministeredAccount } from './administered-account.ts';

export const getAccount = adminEndpoint({
  summary:
    'An account with its live sessions, newest first, its provider links, oldest first, its second factors, and the applications that it has connected',
  params: IdParams,
  response: {
    200: Type.Object({
      ...AdministeredAccountSchema.properties,
      sessions: Type.Array(ListedSessionSchema),
      links: Type.Array(LinkSchema),
      has_password: Type.Boolean({ description: 'Whether it can sign in with a password' }),
      factors: FactorsSchema,
      applications: Type.Array(ConnectedSchema),
    }),
  },
  errors: ['UserNotFoundError'],
  async handle({ services, params: { id } }) {
    const { store, clock, settings } = services;
    const account = await store.accounts.find('id', id);
    if (account === null) throw new KeywardError('UserNotFoundError');
    const [presented, sessions, links, factors, connected] = await Promise.all([
      presentAdministeredAccount(services, account),
      store.sessions.liveOfAccount(id, clock.now()),
      store.providerLinks.ofAccount(id),
      presentFactors(services, account),
      settings.current.oauth.enabled ? (await services.oauth()).connected.list(id) : [],
    ]);
    return {
      ...presented,
      sessions: sessions.map(presentListedSession),
      links: links.map((link) => presentLink(services, link)),
      has_password: account.password_hash !== null,
      factors,
      applications: connected.map(presentConnected),
    };
  },
});
