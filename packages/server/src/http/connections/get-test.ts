import { type Static, Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import type { TestedField } from '../../features/connections/outcome.ts';
import { timestamp } from '../../lib/clock.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from '../organizations/organization.ts';
import { TestParams } from './connection.ts';

const STATES = ['pending', 'passed', 'failed'] as const;
const FIELDS = ['subject', 'email', 'name', 'groups'] as const satisfies readonly TestedField[];
const Texts = Type.Array(Type.String({ examples: ['engineers'] }));

const Failure = Type.Object({
  code: Type.String({
    description: 'What is wrong: `oidc_token`, `saml_unsigned`, `email_missing` and others',
    examples: ['saml_audience'],
  }),
  message: Type.String({ examples: ['it is for another service'] }),
});

const Person = Type.Object({
  subject: Type.String({ examples: ['00u1ab2cd3'] }),
  email: nullable(Type.String({ examples: ['ada@acme.example'] })),
  email_verified: Type.Boolean(),
  email_in_domain: Type.Boolean({
    description: 'Whether the organization has verified the domain of the email',
  }),
  name: nullable(Type.String({ examples: ['Ada Lovelace'] })),
  groups: Texts,
  roles: Type.Array(Type.String({ examples: ['member'] }), {
    description: 'The roles that the mapping gives for the groups',
  }),
});

const Attribute = Type.Object({
  name: Type.String({ examples: ['email'] }),
  values: Texts,
  field: Type.Unsafe<TestedField | null>({
    anyOf: [{ type: 'string', enum: [...FIELDS] }, { type: 'null' }],
    description: 'The field that the attribute sets',
  }),
});

export const ConnectionTestSchema = Type.Object({
  id: Type.String({ examples: ['tst_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
  status: Type.Unsafe<(typeof STATES)[number]>({
    type: 'string',
    enum: [...STATES],
    description: '`pending` until a browser comes back',
  }),
  received: nullable(
    Type.String({
      description:
        'The response as XML, or header and claims of the ID token as JSON, as they came, but without signatures',
      examples: ['<samlp:Response …>'],
    }),
  ),
  verified: Type.Array(Type.String({ examples: ['signature'] }), {
    description: 'The checks that passed, in order',
  }),
  failure: Type.Unsafe<Static<typeof Failure> | null>({ anyOf: [Failure, { type: 'null' }] }),
  person: Type.Unsafe<Static<typeof Person> | null>({ anyOf: [Person, { type: 'null' }] }),
  attributes: Type.Array(Attribute),
  expires_at: Timestamp,
});

export const getTest = organizationEndpoint({
  summary:
    'The result of a test of a connection: the answer, the checks that passed, and which attribute sets which field',
  params: TestParams,
  response: { 200: ConnectionTestSchema },
  errors: [...ORGANIZATION_ERRORS, 'ConnectionNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { tests } = await services.connections();
    const { id, outcome, expiresAt } = await tests.get(
      asker,
      params.id,
      params.connection_id,
      params.test_id,
    );
    return {
      id,
      status: outcome === null ? 'pending' : outcome.failure === null ? 'passed' : 'failed',
      received: outcome?.received ?? null,
      verified: outcome?.verified ?? [],
      failure: outcome?.failure ?? null,
      person: outcome?.person ?? null,
      attributes: outcome?.attributes ?? [],
      expires_at: timestamp(expiresAt),
    };
  },
});
