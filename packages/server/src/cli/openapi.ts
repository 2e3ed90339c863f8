import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { type Io, print } from './io.ts';
import { configOf, withSettings } from './settings-options.ts';

const DESCRIPTION = `Print the OpenAPI 3.1 description of the API, as the service serves it at
/openapi.json.

The service need not run: the command makes the description from the routes
and the settings.

Examples:
  $ keyward openapi > openapi.json
  $ keyward openapi --public-url https://auth.example.org | jq '.paths | keys'`;

export function openapiCommand(io: Io): Command {
  const command = new Command('openapi').summary('print the description of the API').description(DESCRIPTION);
  return withSettings(command, 'storage').action(async () => {
    await print(io, `${JSON.stringify(await openApiDocument(configOf(command, io)), null, 2)}\n`);
  });
}

/** Asks an app that does not listen, on a temporary database: it mounts the same routes as a service. */
async function openApiDocument({ superadmin: _superadmin, ...config }: Config): Promise<unknown> {
  const { createApp } = await import('../app.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'keyward-openapi-'));
  try {
    const app = await createApp(
      { ...config, dataDir, database: { kind: 'sqlite', file: join(dataDir, 'keyward.db') } },
      () => ({ jwtSecret: randomBytes(48).toString('base64url'), masterKey: randomBytes(32) }),
    );
    try {
      const answer = await app.server.inject('/openapi.json');
      const document: unknown = answer.json();
      return document;
    } finally {
      await app.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
