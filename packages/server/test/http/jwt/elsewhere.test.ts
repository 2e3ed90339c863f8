import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { Client } from 'pg';
import { createTestDatabase, WITHOUT_POSTGRES } from '../../support/databases.ts';
import { claimsOf, suiteKeyward } from '../expectations.ts';
import { superadminOf } from '../config/superadmin.ts';
import { addPerson } from '../people.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../../docs/tokens.md', import.meta.url)), 'utf8');
const PYTHON = process.env['PYTHON'] ?? 'python3';
const LOCAL = 'http://127.0.0.1:4000';

/** The block of a language below a heading of the page. */
function recipe(heading: string, language: string): string {
  const below = PAGE.slice(PAGE.indexOf(`\n### ${heading}\n`));
  return new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(below)?.[1] ?? assert.fail(heading);
}

/** A module with the text of a recipe, which can import the packages of this repository. */
async function loaded(text: string, folder: string, name: string): Promise<Record<string, unknown>> {
  const file = join(folder, name);
  writeFileSync(file, text.replace(`'jose'`, `'${import.meta.resolve('jose')}'`));
  const module: Record<string, unknown> = await import(pathToFileURL(file).href);
  return module;
}

describe('the recipes of tokens.md', () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const keyward = suiteKeyward('sqlite', {
    settings: {
      KEYWARD_JWT_ALGORITHM: 'ES256',
      KEYWARD_JWT_SECRET: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  });
  /** A token for the recipes, one for another audience, and a refresh token. */
  let good: string;
  let bad: string[];
  before(async () => {
    const { set } = await superadminOf(keyward);
    const jwt = { session_duration_days: 7, dual_token_mode: true, algorithm: 'ES256' };
    const claims = { team: 'app_metadata.team' };
    await set('jwt', { ...jwt, audience: ['tv'], claims });
    const { email, token: other } = await addPerson(keyward);
    await set('jwt', { ...jwt, audience: ['orders', 'tv'], claims });
    const { token, refreshToken } = await keyward.logIn(email);
    good = token;
    bad = [other, refreshToken, `${token.slice(0, -6)}AAAAAA`];
  });
  const sub = () => claimsOf(good)['sub'];

  it('verify in JavaScript', async () => {
    const text = recipe('JavaScript', 'js').replace(`process.env['AUTH_URL']`, `'${keyward.url}'`);
    const { verify } = await loaded(text, keyward.dataDir, 'verify.mjs');
    assert.ok(typeof verify === 'function');
    assert.equal((await verify(good)).sub, sub());
    for (const token of bad) await assert.rejects(verify(token));
  });

  it('verify at a gateway by its issuer, audiences and keys', async () => {
    const text = recipe('API gateway', 'yaml').replaceAll(LOCAL, keyward.url);
    const issuer = /issuer: (\S+)/.exec(text)?.[1] ?? assert.fail();
    const audience = (/audiences: \[(.*)\]/.exec(text)?.[1] ?? assert.fail()).split(', ');
    const keys = createRemoteJWKSet(new URL(/uri: (\S+),/.exec(text)?.[1] ?? assert.fail()));
    const enter = (token: string, by = issuer) => jwtVerify(token, keys, { issuer: by, audience });
    const forwarded = /claim_name: (\w+)/.exec(text)?.[1] ?? assert.fail();
    assert.equal((await enter(good)).payload[forwarded], sub());
    for (const token of bad) await assert.rejects(enter(token));
    await assert.rejects(enter(good, 'https://auth.example.com'));
  });

  it('verify in Python', async (t) => {
    if (spawnSync(PYTHON, ['-c', 'import jwt, cryptography']).status !== 0)
      return t.skip('needs Python with pyjwt and cryptography; PYTHON names another interpreter');
    const run = (token: string) =>
      promisify(execFile)(PYTHON, ['-c', recipe('Python', 'python'), token], {
        env: { ...process.env, AUTH_URL: keyward.url },
      });
    assert.equal((await run(good)).stdout.trim(), sub());
    for (const token of bad) await assert.rejects(run(token), /jwt\.exceptions/);
  });

  it(
    'show each caller their own rows in PostgreSQL, and all to a team',
    { skip: WITHOUT_POSTGRES },
    async () => {
      const heading = 'Row-level security in PostgreSQL';
      // Roles belong to the server, which other tests share.
      const role = `web_${process.pid}`;
      const inRole = (text: string) => text.replaceAll(/\bweb\b/g, role);
      const { asCaller } = await loaded(inRole(recipe(heading, 'js')), keyward.dataDir, 'as-caller.mjs');
      assert.ok(typeof asCaller === 'function');
      await using database = await createTestDatabase('postgres');
      const client = new Client(database.url);
      await client.connect();
      try {
        await client.query(inRole(recipe(heading, 'sql')));
        const [ada, grace] = [await addPerson(keyward), await addPerson(keyward)];
        await keyward.database.query('update accounts set app_metadata = $1 where id = $2', [
          '{"team":"support"}',
          grace.id,
        ]);
        const verified = async ({ email }: { email: string }) => {
          const url = new URL(`${keyward.url}/.well-known/jwks.json`);
          const { token } = await keyward.logIn(email);
          return (await jwtVerify(token, createRemoteJWKSet(url), { issuer: keyward.url })).payload;
        };
        const [ofAda, ofGrace] = [await verified(ada), await verified(grace)];
        await client.query('insert into orders values ($1, $2), ($3, $4)', [
          ofAda.sub,
          'tea',
          ofGrace.sub,
          'jam',
        ]);
        const items = async (claims: unknown): Promise<string[]> =>
          asCaller(client, claims, async () => {
            const { rows } = await client.query<{ item: string }>('select item from orders order by item');
            return rows.map(({ item }) => item);
          });
        assert.deepEqual(await items(ofAda), ['tea']);
        assert.deepEqual(await items(ofGrace), ['jam', 'tea']);
        assert.deepEqual(await items({}), []);
        const forged = asCaller(client, ofAda, () =>
          client.query('insert into orders values ($1, $2)', [ofGrace.sub, 'salt']),
        );
        await assert.rejects(forged, /row-level security/);
        const own = asCaller(client, ofAda, () =>
          client.query('insert into orders values ($1, $2)', [ofAda.sub, 'salt']),
        );
        await own;
        assert.deepEqual(await items(ofAda), ['salt', 'tea']);
      } finally {
        await client.query(`drop owned by ${role}; drop role ${role}`).catch(() => {});
        await client.end();
      }
    },
  );
});
