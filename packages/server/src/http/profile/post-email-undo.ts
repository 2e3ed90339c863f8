import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body } from '../wire/endpoint/schemas.ts';

export const postEmailUndo = publicEndpoint({
  summary:
    'Undo a change that a mail reported: restores the old email, ends all sessions, and removes the password and all later additions',
  body: body({
    token: Type.String({
      format: 'text',
      minLength: 1,
      maxLength: 200,
      description: 'The token of the mailed link',
    }),
  }),
  response: {
    200: Type.Object({
      ...ActionSchema.properties,
      returned: Type.Optional(
        Type.Literal(true, {
          description:
            'Sent if the account is with the mailbox that it had before, and not with the mailbox of the link',
        }),
      ),
    }),
  },
  errors: ['EmailUndoInvalidError', 'EmailAlreadyExistsError', 'ServiceUnavailableError'],
  async handle({ services, body: { token }, client }) {
    const { changed, returned } = await services.undoChange(token, client);
    const message = returned
      ? 'The account is back with the mailbox that it had before'
      : changed
        ? 'Email restored successfully; all sessions have ended'
        : 'Change undone successfully; all sessions have ended';
    return { success: true, message, ...(returned && { returned }) };
  },
});
