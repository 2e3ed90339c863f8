import { type Static, Type } from 'typebox';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import type { TrialOutcome } from '../../features/sign-in/provider/trials.ts';
import { browserCookie, setBrowserCookie } from '../providers/browser-cookie.ts';
import { assertProvider, ProviderParams } from '../providers/params.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';

const Id = Type.String({ format: 'text', maxLength: 128, examples: ['H0z8Jm2kQ1'] });

export const postProviderTrial = adminEndpoint({
  summary:
    'Try a provider with the saved credentials: a browser that opens the `url` signs in there, gets no session, and ends in the console',
  params: ProviderParams,
  assertExists: assertProvider,
  response: {
    201: Type.Object({
      id: Id,
      url: Type.String({
        description: 'For the browser that sent this request; valid for 10 minutes',
        examples: ['https://accounts.google.com/o/oauth2/v2/auth?client_id=…'],
      }),
    }),
  },
  errors: ['RouteNotFoundError', 'ProviderNotConfiguredError', 'ProviderFailedError'],
  async handle(context) {
    const { services, params, reply } = context;
    const provider = services.providers.named(params.provider);
    const { id, url, browser } = await services.providerTrials.begin(provider, browserCookie(context));
    setBrowserCookie(reply, context, browser);
    reply.code(201);
    return { id, url };
  },
});

const Profile = Type.Object({
  subject: Type.String({ description: 'Identifies the person at the provider', examples: ['1184'] }),
  email: nullable(Type.String({ examples: ['ada@example.org'] })),
  email_verified: Type.Boolean({ description: 'Whether it counts as verified here' }),
  name: nullable(Type.String({ examples: ['Ada Lovelace'] })),
  avatar_url: nullable(Type.String({ examples: ['https://example.org/ada.png'] })),
});

const HOW = ['linked', 'adopted', 'new', 'refused'] as const;

const Reach = Type.Object({
  how: Type.Enum([...HOW], {
    description:
      '`linked`: the account that the identity is linked to; `adopted`: the account with the email; `new`: a new account',
  }),
  account_id: nullable(Type.Integer({ examples: [42] })),
  account_email: nullable(Type.String({ examples: ['ada@example.org'] })),
  reason: nullable(Type.String({ description: 'Why it would be refused', examples: ['…'] })),
});

export const getProviderTrial = adminEndpoint({
  summary: 'The outcome of a trial: what the provider said, and whose account a sign-in would enter',
  params: Type.Object({ ...ProviderParams.properties, id: Id }),
  assertExists: assertProvider,
  response: {
    200: Type.Object({
      status: Type.Enum(['pending', 'succeeded', 'failed'], {
        description: '`pending` until the browser comes back',
      }),
      received: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
        description: 'What the provider said, by where: `id_token`, `userinfo`, or an address',
      }),
      profile: Type.Unsafe<Static<typeof Profile> | null>({ anyOf: [Profile, { type: 'null' }] }),
      reach: Type.Unsafe<Static<typeof Reach> | null>({ anyOf: [Reach, { type: 'null' }] }),
      failure: nullable(
        Type.String({ description: 'Why the sign-in at the provider failed', examples: ['…'] }),
      ),
    }),
  },
  errors: ['RouteNotFoundError', 'OAuthStateError'],
  async handle({ services, params }) {
    const provider = services.providers.named(params.provider);
    return present(await services.providerTrials.outcome(provider, params.id));
  },
});

function present(outcome: TrialOutcome | null) {
  if (outcome === null)
    return { status: 'pending' as const, received: {}, profile: null, reach: null, failure: null };
  const { received, profile, reach, failure } = outcome;
  return {
    status: failure === null ? ('succeeded' as const) : ('failed' as const),
    received,
    profile: profile && {
      subject: profile.subject,
      email: profile.email?.address ?? null,
      email_verified: profile.emailVerified,
      name: profile.name,
      avatar_url: profile.avatarUrl,
    },
    reach: reach && {
      how: reach.how,
      account_id: reach.account?.id ?? null,
      account_email: reach.account?.email ?? null,
      reason: reach.reason,
    },
    failure,
  };
}
