import { Type } from 'typebox';
import { timestamp } from '../../lib/clock.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { ChangesSchema, SectionName } from './section-schemas.ts';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';

export const SettingsChangeSchema = Type.Object({
  section: Type.String(),
  version: Type.Integer(),
  created_at: Timestamp,
  account_id: nullable(Type.Integer()),
  account_email: nullable(Type.String()),
  changes: ChangesSchema,
  rolled_back_to: nullable(Type.Integer()),
});

export const getHistory = adminEndpoint({
  summary: 'The changes of the settings, newest first',
  query: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
    section: Type.Optional(SectionName),
  }),
  response: {
    200: Type.Object({
      total: Type.Integer(),
      total_pages: Type.Integer(),
      page: Type.Integer(),
      limit: Type.Integer(),
      history: Type.Array(SettingsChangeSchema),
    }),
  },
  errors: [],
  async handle({ services: { runtimeSettings }, query: { page, limit, section: name } }) {
    const { total, versions } = await runtimeSettings.history({ name, limit, offset: (page - 1) * limit });
    return {
      total,
      total_pages: Math.ceil(total / limit),
      page,
      limit,
      history: versions.map(
        ({ section, version, createdAt, accountId, accountEmail, changes, rolledBackTo }) => ({
          section,
          version,
          created_at: timestamp(createdAt),
          account_id: accountId,
          account_email: accountEmail,
          changes,
          rolled_back_to: rolledBackTo,
        }),
      ),
    };
  },
});
