import { Type } from 'typebox';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';

/** The levels of the severities. */
const STATUSES = { serious: 'error', warning: 'warning', note: 'note' } as const;

export const getFindings = adminEndpoint({
  summary: 'The findings of `keyward doctor` in this deployment, the most serious first',
  response: {
    200: Type.Object({
      database: Type.Enum(['sqlite', 'postgres'], { description: 'Where the service keeps its data' }),
      findings: Type.Array(
        Type.Object({
          id: Type.String({ examples: ['mail'] }),
          title: Type.String({ description: 'The subject of the check', examples: ['Mail server'] }),
          status: Type.Enum(['error', 'warning', 'note', 'ok'], {
            description: '`error`: allows attacks or failures; `warning`: makes them easier or worse',
          }),
          detail: nullable(
            Type.String({
              description: 'The problem; null for `ok`',
              examples: ['the logs contain tokens and cookies'],
            }),
          ),
          remedy: nullable(
            Type.String({
              description: 'The remedy; null for `ok`',
              examples: ['set redact_sensitive to true in config/logging'],
            }),
          ),
          docs: Type.String({
            description: 'The page of the documentation, perhaps with a section',
            examples: ['settings.md#production'],
          }),
        }),
      ),
    }),
  },
  errors: [],
  async handle({ services: { diagnostics, store } }) {
    const checks = await diagnostics.list();
    return {
      database: store.kind,
      findings: checks.map(({ check: { id, title, docs }, found }) => ({
        id,
        title,
        status: found === null ? ('ok' as const) : STATUSES[found.severity],
        detail: found?.finding ?? null,
        remedy: found?.remedy ?? null,
        docs,
      })),
    };
  },
});
