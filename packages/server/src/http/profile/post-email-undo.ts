import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint.ts';
import { ActionSchema, body } from '../wire/schemas.ts';

export const postEmailUndo = publicEndpoint({
  summary:
    'Undo a change of email from its old mailbox: brings the old email back and ends all sessions, or cancels a change that still waits',
  body: body({
    token: Type.String({
      format: 'text',
      minLength: 1,
      maxLength: 200,
      description: 'As the mailed link holds it',
    }),
  }),
  response: { 200: ActionSchema },
  errors: ['EmailUndoInvalidError', 'EmailAlreadyExistsError', 'ServiceUnavailableError'],
  async handle({ services, body: { token }, client }) {
    const { changed } = await services.emailChanges.undo(token, client);
    const message = changed
      ? 'Email restored successfully; all sessions have ended'
      : 'Email change cancelled successfully';
    return { success: true, message };
  },
});
