import { Type } from 'typebox';
import { PURPOSES } from '../../../store/tables/codes.ts';
import { parseEmail } from '../../../lib/email.ts';
import { adminEndpoint } from '../../wire/endpoint/endpoint.ts';
import { Id } from '../../wire/endpoint/lists.ts';
import { eitherBody, oneForm } from '../../wire/either-body.ts';
import { ActionSchema } from '../../wire/endpoint/schemas.ts';

export const deleteCode = adminEndpoint({
  summary: 'Remove a code, by its id, or by its email and purpose',
  body: eitherBody(
    { id: Id },
    {
      identifier: Type.String({ format: 'text', maxLength: 320, description: 'The email' }),
      purpose: Type.Enum([...PURPOSES]),
    },
  ),
  response: { 200: ActionSchema },
  errors: ['OTPNotFoundError'],
  async handle({ services, body: given, actor }) {
    const code = oneForm(given, ['id'], ['identifier', 'purpose']);
    await services.administration.removeCode(
      actor,
      'id' in code ? code.id : { emailKey: parseEmail(code.identifier)?.key ?? '', purpose: code.purpose },
    );
    return { success: true, message: 'Code removed successfully' };
  },
});
