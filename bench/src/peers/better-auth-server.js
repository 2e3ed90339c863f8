import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';

/*
 * better-auth as its documentation sets it up for node:http, on the SQLite of Node.js.
 * Runs in the folder that it is installed in.
 */

const { PEER_PORT, PEER_FILE, PEER_HASH, PEER_UPDATE_AGE } = process.env;

const database = new DatabaseSync(PEER_FILE);
database.exec('pragma journal_mode = wal');
database.exec('pragma synchronous = full');

const auth = betterAuth({
  baseURL: 'http://127.0.0.1',
  secret: 'a secret of the benchmark, of the length that is asked for',
  database,
  emailAndPassword: {
    enabled: true,
    ...(PEER_HASH === 'argon2id' && {
      password: {
        hash: (password) => hash(password),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
    }),
  },
  session: PEER_UPDATE_AGE === undefined ? {} : { updateAge: Number(PEER_UPDATE_AGE) },
  // All requests come from one address.
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
});

await (await getMigrations(auth.options)).runMigrations();
createServer(toNodeHandler(auth)).listen(Number(PEER_PORT), '127.0.0.1');
