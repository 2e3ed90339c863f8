import { Type } from 'typebox';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { answer } from './change-section.ts';
import { ChangeSchema, DryRunQuery, SectionName } from './section-schemas.ts';

export const postRollback = adminEndpoint({
  summary: 'Restore an earlier version of a section as a new version; a replaced signing key stays replaced',
  body: body({
    section: SectionName,
    version: Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'A version in the history; 0: the defaults and the environment',
    }),
  }),
  query: DryRunQuery,
  response: { 200: ChangeSchema },
  errors: ['InvalidConfigError'],
  async handle({
    services: { runtimeSettings },
    body: { section, version },
    query: { dry_run = false },
    actor,
  }) {
    const outcome = await runtimeSettings.rollback(section, version, actor, dry_run);
    return answer(`Version ${version} of ${section} is in force again`, outcome, dry_run);
  },
});
