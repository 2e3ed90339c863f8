import { Type } from 'typebox';
import { KeywardError } from '../../../errors.ts';
import { adminEndpoint } from '../../wire/endpoint.ts';
import { IdParams } from '../../wire/lists.ts';
import { LinkSchema, presentLink } from '../../presenters/link.ts';
import { ListedSessionSchema, presentListedSession } from '../../../features/bodies/session.ts';
import { AdministeredAccountSchema, presentAdministeredAccount } from './administered-account.ts';

export const getAccount = adminEndpoint({
  summary: 'An account with its live sessions, newest first, and its provider links, oldest first',
  params: IdParams,
  response: {
    200: Type.Object({
      ...AdministeredAccountSchema.properties,
      sessions: Type.Array(ListedSessionSchema),
      links: Type.Array(LinkSchema),
    }),
  },
  errors: ['UserNotFoundError'],
  async handle({ services, params: { id } }) {
    const { store, clock } = services;
    const account = await store.accounts.find('id', id);
    if (account === null) throw new KeywardError('UserNotFoundError');
    const [presented, sessions, links] = await Promise.all([
      presentAdministeredAccount(services, account),
      store.sessions.liveOfAccount(id, clock.now()),
      store.providerLinks.ofAccount(id),
    ]);
    return {
      ...presented,
      sessions: sessions.map(presentListedSession),
      links: links.map((link) => presentLink(services, link)),
    };
  },
});
