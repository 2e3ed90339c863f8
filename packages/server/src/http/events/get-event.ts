import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { EventSchema } from './event-schema.ts';

export const getEvent = adminEndpoint({
  summary: 'One event',
  params: Type.Object({ id: Type.String({ maxLength: 100, examples: ['evt_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }) }),
  response: { 200: EventSchema },
  errors: ['EventNotFoundError'],
  async handle({ services: { store, auditLog }, params: { id } }) {
    const row = await store.events.find(id);
    const event = row === null ? null : auditLog.bodyOf(row);
    if (event === null) throw new KeywardError('EventNotFoundError');
    return event;
  },
});
