import {
  createTestDatabase,
  type DatabaseKind,
  type TestDatabase,
} from '../../../packages/server/test/support/databases.ts';
import { startProcess } from '../../../packages/server/test/support/process.ts';

export const PASSWORD = 'Correct-horse-1';

/** An account after its sign-up, with the tokens of its first session. */
export interface Account {
  email: string;
  token: string;
  /** Empty in single-token mode. */
  refreshToken: string;
}

/** A Keyward process with a database of its own. */
export interface Keyward {
  url: string;
  pid: number;
  database: TestDatabase;
  accounts: Account[];
}

/**
 * Starts Keyward as its users do, and signs accounts up. The environment is empty except for `settings`; disposing of
 * `stack` ends the process and removes its data.
 */
export async function startKeyward(
  stack: AsyncDisposableStack,
  kind: DatabaseKind,
  accountCount: number,
  settings: Record<string, string> = {},
): Promise<Keyward> {
  const database = stack.use(await createTestDatabase(kind));
  const { url, pid } = await startOn(stack, database, settings);
  const accounts = await Promise.all(Array.from({ length: accountCount }, (_, index) => signUp(url, index)));
  return { url, pid, database, accounts };
}

/** Starts an instance on a database, with its data in the folder. */
export async function startOn(
  stack: AsyncDisposableStack,
  { url, dataDir }: Pick<TestDatabase, 'url' | 'dataDir'>,
  settings: Record<string, string>,
): Promise<Pick<Keyward, 'url' | 'pid'>> {
  const env = {
    KEYWARD_DATA_DIR: dataDir,
    KEYWARD_DATABASE_URL: url,
    // Otherwise another process would start in the middle of a long load.
    KEYWARD_WORKERS: '1',
    // All sign-ups come from one address.
    KEYWARD_LIMIT_SIGNUPS: '1000000/1h',
    ...settings,
  };
  return stack.use(await startProcess({ env }));
}

async function signUp(url: string, index: number): Promise<Account> {
  const email = `person${index}@example.org`;
  const response = await fetch(`${url}/auth/signup/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Person ${index}`, email, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`The sign-up failed: ${await response.text()}`);
  const { access_token: token, refresh_token: refreshToken = '' }: IssuedTokens = JSON.parse(
    await response.text(),
  );
  return { email, token, refreshToken };
}

/** The part of a token response that the benchmark uses. */
export interface IssuedTokens {
  access_token: string;
  refresh_token?: string;
}
