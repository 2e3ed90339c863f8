import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint.ts';

export const HealthSchema = Type.Object({ status: Type.Literal('ok') });

export const livez = publicEndpoint({
  summary: 'The process answers; restart it when this fails',
  probe: true,
  response: { 200: HealthSchema },
  errors: [],
  handle: () => ({ status: 'ok' }),
});
