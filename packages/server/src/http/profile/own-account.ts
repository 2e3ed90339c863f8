import { type Static, Type } from 'typebox';
import { type AccountBody, AccountSchema } from '../../features/audit/serializers/account.ts';

/** An account as its owner sees it. */
export const OwnAccountSchema = Type.Object({
  ...AccountSchema.properties,
  pending_email: Type.Optional(
    Type.String({
      description: 'The new email, until it is verified; otherwise absent',
      examples: ['ada@example.net'],
    }),
  ),
});

export function presentOwnAccount(
  account: AccountBody,
  pendingEmail: string | undefined,
): Static<typeof OwnAccountSchema> {
  return pendingEmail === undefined ? account : { ...account, pending_email: pendingEmail };
}
