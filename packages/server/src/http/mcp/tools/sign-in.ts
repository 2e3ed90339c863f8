import { Type } from 'typebox';
import { KeywardError } from '../../../errors.ts';
import { nullable } from '../../../features/audit/serializers/shapes.ts';
import { mustEnrol } from '../../../features/audit/serializers/factor-kinds.ts';
import { queryAccount } from '../../admin/accounts/query-account.ts';
import { getEvents } from '../../events/get-events.ts';
import { call, tool, type ToolContext } from './tool.ts';
import { brief, BriefAccountSchema } from './accounts.ts';
import { briefEvent, BriefEventSchema } from './events.ts';

const FIELDS = ['email', 'handle', 'phone', 'id', 'uid', 'external_id'] as const;
const MOST_EVENTS = 10;

export const explainSignIn = tool({
  name: 'explain_sign_in',
  title: 'Why can this person not sign in?',
  description:
    'Looks for what keeps a person from signing in: no such account, a suspension, a lock, an unverified email or a missing second factor. Also returns the last refused attempts.',
  scopes: ['accounts:read', 'events:read'],
  effect: 'reads',
  input: Type.Object({
    identifier: Type.String({
      minLength: 1,
      maxLength: 320,
      description: 'An email, handle or phone number as the person types it; or an id, uid or external id',
    }),
  }),
  output: Type.Object({
    account: nullable(BriefAccountSchema),
    obstacles: Type.Array(Type.String(), {
      description: 'Sentences; empty if nothing keeps the person out',
    }),
    refused: Type.Array(BriefEventSchema, { description: 'The last refused attempts, newest first' }),
  }),
  async run({ identifier }, context) {
    const account = await accountOf(context, identifier.trim());
    if (account === null)
      return {
        account: null,
        obstacles: ['No account has this email, handle, phone number or id. Perhaps it is misspelt.'],
        refused: [],
      };
    const { events } = await call(context, getEvents, {
      type: ['login.failed', 'login.locked_out'],
      account_id: account.id,
      order: 'desc',
      limit: MOST_EVENTS,
    });
    return {
      account: brief(account),
      obstacles: await obstaclesOf(context, account),
      refused: events.map(briefEvent),
    };
  },
});

type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>;

async function accountOf(context: ToolContext, value: string) {
  for (const field of FIELDS) {
    try {
      return await call(context, queryAccount, { field, value });
    } catch (error) {
      if (!(error instanceof KeywardError && error.kind === 'UserNotFoundError')) throw error;
    }
  }
  return null;
}

async function obstaclesOf({ services }: ToolContext, account: Account): Promise<string[]> {
  const { id, role, status, locked_until, locked_scope, totp_locked, deletion_at, second_factors } = account;
  const row = await services.store.accounts.find('id', id);
  if (row === null) return ['The account was deleted a moment ago.'];
  const { factors } = services.settings.current;
  const unproven = () => {
    try {
      services.signUpPolicy.assertProven(row);
      return false;
    } catch (error) {
      if (error instanceof KeywardError) return true;
      throw error;
    }
  };
  return [
    status !== 'active' && `The status of the account is ${status}: nobody can sign in until it is active.`,
    unproven() && 'The settings ask for a proven mailbox, and the email is not verified.',
    locked_until !== null &&
      `Too many wrong guesses have locked it until ${locked_until} UTC${locked_scope === 'address' ? ', for the address that guessed' : ', except on devices and addresses that it knows'}.`,
    totp_locked &&
      'Too many wrong codes have locked its authenticator app. A passkey or a recovery code still works.',
    mustEnrol(role, row.second_factors, factors) &&
      'The settings ask for a second factor that it does not have: the sign-in leads to its set-up.',
    row.password_hash === null &&
      'It has no password: only a mailed code, a passkey or an identity provider works.',
    second_factors.length > 0 &&
      `A sign-in also asks for a second factor: ${second_factors.join(' or ')}, or a recovery code.`,
    deletion_at !== null && `It will be deleted at ${deletion_at} UTC; a sign-in cancels that.`,
  ].filter((one) => typeof one === 'string');
}
