import { Type } from 'typebox';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { ApiKeySchema, presentApiKey, Scopes } from './api-key.ts';

export const postApiKey = adminEndpoint({
  summary: 'Make an API key; only this answer shows it',
  body: body({
    name: Type.String({ format: 'label', maxLength: 100, examples: ['Billing'] }),
    scopes: Scopes,
    expires_in_days: Type.Optional(
      nullable(Type.Integer({ minimum: 1, maximum: 3_650, description: 'Null, the default: never' })),
    ),
    allowed_addresses: Type.Optional(
      Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        items: { type: 'string', format: 'address-range' },
        minItems: 1,
        maxItems: 50,
        description:
          'IP addresses and CIDR ranges from which the key is accepted; null, the default: any address',
        examples: [['192.0.2.0/24']],
      }),
    ),
  }),
  response: {
    201: Type.Object({
      ...ApiKeySchema.properties,
      key: Type.String({
        description: 'For the header `Authorization: Bearer …`. Keep it now: it is not shown again',
        examples: ['kw_live_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd3gK1pv'],
      }),
    }),
  },
  errors: [],
  async handle({ services, actor, body: fields }) {
    const { row, key } = await services.apiKeys.create(actor, {
      name: fields.name,
      scopes: fields.scopes,
      allowedAddresses: fields.allowed_addresses ?? null,
      expiresInDays: fields.expires_in_days ?? null,
    });
    return { ...presentApiKey(row), key };
  },
});
