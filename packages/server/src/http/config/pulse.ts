import { Type } from 'typebox';
import { timestamp } from '../../lib/clock.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

export const pulse = publicEndpoint({
  summary: 'Check that the service runs',
  routine: true,
  response: {
    200: Type.Object({
      system_time: Type.String(),
      response: Type.String(),
      status: Type.Literal('healthy'),
      state: Type.Literal('active'),
    }),
  },
  errors: [],
  handle({ services }) {
    return {
      system_time: timestamp(services.clock.now()),
      response: 'Keyward is running',
      status: 'healthy',
      state: 'active',
    };
  },
});
