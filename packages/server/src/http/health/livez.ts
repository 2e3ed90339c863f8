import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

export const HealthSchema = Type.Object({ status: Type.Literal('ok') });

export const livez = publicEndpoint({
  summary: 'Check that the process answers; restart it if this fails',
  routine: true,
  response: { 200: HealthSchema },
  errors: [],
  handle: () => ({ status: 'ok' }),
});
