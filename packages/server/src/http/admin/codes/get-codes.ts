import { Type } from 'typebox';
import { PURPOSES } from '../../../store/tables/codes.ts';
import { timestamp } from '../../../lib/clock.ts';
import { parseEmail } from '../../../lib/email.ts';
import { callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS } from '../../wire/endpoint/lists.ts';
import { conditionOf, fieldQuery, numberIn, textIn, timeIn } from '../field-query.ts';
import { nullable, Timestamp } from '../../../features/audit/serializers/shapes.ts';

export const CodeSchema = Type.Object({
  id: Type.Integer(),
  identifier: Type.String(),
  purpose: Type.String(),
  attempts: Type.Integer({
    description:
      'Wrong guesses from all addresses; the fifth from the address that asked for the code invalidates it',
  }),
  created_at: Timestamp,
  expires_at: Timestamp,
  used_at: nullable(Timestamp),
});

const FIELDS = {
  id: numberIn('id'),
  identifier: textIn('email_key', (value) => parseEmail(value)?.key ?? value),
  purpose: textIn('purpose'),
  attempts: numberIn('attempts'),
  created_at: timeIn('created_at'),
  expires_at: timeIn('expires_at'),
  used_at: timeIn('used_at'),
};

const CODES = listOf('codes', ['created_at'], {
  identifier: Type.Optional(
    Type.String({ format: 'text', maxLength: 320, description: 'The email, or a part of one' }),
  ),
  purpose: Type.Optional(Type.Enum([...PURPOSES])),
  used: Type.Boolean({ default: false, description: 'true: only used codes; false: only unused ones' }),
  expired: Type.Optional(Type.Boolean()),
  ...fieldQuery(FIELDS),
});

export const getCodes = callableEndpoint({
  summary: 'The emailed codes, newest first; with their purpose, never with the code itself',
  query: CODES.query,
  response: {
    200: Type.Object({ ...PAGE_FIELDS, otps: Type.Array(CodeSchema) }),
  },
  errors: [],
  async handle({ services, query, signal }) {
    const { identifier, purpose, used, expired } = query;
    const email = identifier === undefined ? null : parseEmail(identifier);
    const part = identifier === undefined || email !== null ? undefined : FIELDS.identifier(identifier);
    const asked = CODES.asked(query, { now: services.clock.now(), signal });
    const page = await services.store.codes.list({
      ...asked.request,
      used,
      expired,
      conditions: [conditionOf(FIELDS, query), part ?? undefined].filter((one) => one !== undefined),
      filter: {
        ...(email !== null && { email_key: email.key }),
        ...(purpose !== undefined && { purpose }),
      },
    });
    const otps = page.rows.map((row) => ({
      id: row.id,
      identifier: row.email,
      purpose: row.purpose,
      attempts: row.attempts,
      created_at: timestamp(row.created_at),
      expires_at: timestamp(row.expires_at),
      used_at: row.used_at === null ? null : timestamp(row.used_at),
    }));
    return { ...asked.present(page), otps };
  },
});
