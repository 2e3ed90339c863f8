import { FactorsSchema, presentFactors } from '../presenters/factors.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';

export const getFactors = signedInEndpoint({
  summary: 'Your second factors',
  response: { 200: FactorsSchema },
  errors: [],
  restricted: true,
  handle: ({ services, caller: { row } }) =>
    presentFactors(services, {
      id: row.account_id,
      role: row.account__role,
      second_factors: row.account__second_factors,
    }),
});
