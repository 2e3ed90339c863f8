import { Type } from 'typebox';
import { tryRedaction } from '../../features/operations/logs/try-redaction.ts';
import { loggingFields } from '../../config/sections/logging.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body } from '../wire/endpoint/schemas.ts';

export const postLoggingTest = adminEndpoint({
  summary: 'Show what a log would keep of a line, with the settings in force or with unsaved ones',
  body: body({
    line: Type.String({
      format: 'well-formed',
      maxLength: 16_384,
      description: 'A line of `server.log`, or a JSON object as the metadata of a record of `app.log`',
      examples: ['login with password=Analytical-1'],
    }),
    redact_sensitive: Type.Optional(loggingFields.redact_sensitive.schema),
    redact_patterns: Type.Optional(loggingFields.redact_patterns.schema),
  }),
  response: {
    200: Type.Object({
      ...ActionSchema.properties,
      line: Type.String({ examples: ['login with password=[redacted]'] }),
    }),
  },
  errors: ['InvalidConfigError'],
  async handle({ services: { runtimeSettings }, body: { line, ...input } }) {
    const { logging } = await runtimeSettings.preview('logging', input);
    return { success: true, message: 'Nothing was written', line: await tryRedaction(line, logging) };
  },
});
