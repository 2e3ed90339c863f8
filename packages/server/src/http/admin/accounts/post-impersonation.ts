import { Type } from 'typebox';
import { KeywardError } from '../../../errors.ts';
import { presentAccount } from '../../../features/audit/serializers/account.ts';
import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { body, TokenResponseSchema } from '../../wire/endpoint/schemas.ts';

const MAX_MINUTES = 60;
const DEFAULT_MINUTES = 15;

export const postImpersonation = adminEndpoint({
  summary:
    'Act for the owner of an account: a session without refresh, whose tokens name the superadmin in `act`',
  body: body({
    account_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    reason: Type.String({
      format: 'label',
      maxLength: 500,
      description: 'Kept in the event, and mailed to the owner',
      examples: ['Ticket 4711: the list of orders stays empty'],
    }),
    minutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_MINUTES, description: `Default: ${DEFAULT_MINUTES}` }),
    ),
  }),
  response: { 200: TokenResponseSchema },
  errors: [
    'UserNotFoundError',
    'SecondFactorEnrolmentRequiredError',
    'AccountInactiveError',
    'EmailProofRequiredError',
  ],
  issuesTokens: 'in the body',
  async handle({ services, actor, client, body: given }) {
    // The route does not accept keys.
    if (actor.caller === null) throw new KeywardError('ScopeMissingError');
    const { account_id: accountId, reason, minutes = DEFAULT_MINUTES } = given;
    const signIn = await services.impersonate(accountId, { caller: actor.caller, reason, minutes, client });
    const { accessToken } = await services.signIns.tokens(signIn);
    // Never in cookies: those carry the superadmin's own session.
    return { access_token: accessToken, token_type: 'Bearer', account: presentAccount(signIn.account) };
  },
});
