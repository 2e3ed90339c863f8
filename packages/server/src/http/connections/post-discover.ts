import { Type } from 'typebox';
import { isEnabled } from '../../features/audit/serializers/factor-kinds.ts';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import { discoverConnection } from '../../features/connections/discovery.ts';
import { loginUrlOf } from '../../features/connections/connection.ts';
import { ProviderChoice } from '../providers/get-providers.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';

const METHODS = ['password', 'code', 'link', 'passkey', 'provider'] as const;

export const postDiscover = publicEndpoint({
  summary: 'How to sign in: the methods of this service, and the connection for the domain of an email',
  body: body({
    identifier: Type.String({
      maxLength: 320,
      description: 'An email, a handle or a phone. The answer does not reveal whether it has an account',
      examples: ['ada@acme.example'],
    }),
  }),
  response: {
    200: Type.Object({
      methods: Type.Array(Type.Unsafe<(typeof METHODS)[number]>({ type: 'string', enum: [...METHODS] })),
      providers: Type.Array(ProviderChoice),
      connection: nullable(
        Type.Object({
          id: Type.String({ examples: ['con_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
          name: Type.String({ examples: ['Acme Entra ID'] }),
          url: Type.String({
            description: 'The address to send a browser to; takes `frontend_url`',
            examples: ['https://auth.example.com/auth/connection/con_4Yb1Qm0cW2nS8tJx6Kd3Vg/login'],
          }),
        }),
      ),
    }),
  },
  errors: [],
  async handle({ services, body: { identifier } }) {
    const { settings, providers, store } = services;
    const { factors, organizations } = settings.current;
    const choices = providers.choices();
    const isOffered = (method: (typeof METHODS)[number]) => {
      if (method === 'passkey') return isEnabled('passkey', factors);
      return method !== 'provider' || choices.length > 0;
    };
    const found = organizations.enabled ? await discoverConnection(store, identifier) : null;
    return {
      methods: METHODS.filter(isOffered),
      providers: choices,
      connection: found && {
        id: found.uid,
        name: found.name,
        url: loginUrlOf(services.apiUrl(), found.uid),
      },
    };
  },
});
