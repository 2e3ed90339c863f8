import type { TestDatabase } from '../../support/databases.ts';

export interface AccountSeen {
  id: number;
  email: string;
  verified: boolean;
  role: string;
  status: string;
  password: string | null;
  phone: string | null;
  factors: number;
}

/** The stored rows about the people of a sequence. Each map leads from a key to the account. */
export interface Rows {
  accounts: Map<number, AccountSeen>;
  sessions: Map<number, number>;
  /** By account, provider and subject. */
  links: Map<string, number>;
  passkeys: Map<string, number>;
  /** Apps, and recovery codes, by account. */
  apps: Map<number, number>;
  recoveryCodes: Map<number, number>;
}

export const linkKey = (account: number, subject: string) => `${account} ${subject}`;

/** Reads the rows of the accounts whose email has this ending. */
export async function readRows(database: TestDatabase, suffix: string): Promise<Rows> {
  const ours = `in (select id from accounts where email_key like '%${suffix}')`;
  const of = (table: string, columns: string, more = '') =>
    database.query(`select ${columns}, account_id from ${table} where account_id ${ours}${more}`);
  const accounts = await database.query(
    `select id, email_key, email_verified, role, status, password_hash, phone, second_factors
     from accounts where id ${ours}`,
  );
  const [sessions, links, passkeys, apps, recoveryCodes] = [
    await of('sessions', 'id'),
    await of('provider_links', 'subject'),
    await of('passkeys', 'credential_id'),
    await of('totps', 'account_id as id', ' and sealed_secret is not null'),
    await of('recovery_codes', 'account_id as id'),
  ];
  const byAccount = (rows: Record<string, unknown>[]) =>
    new Map(rows.map(({ account_id }) => [Number(account_id), Number(account_id)]));
  return {
    accounts: new Map(
      accounts.map((row) => [
        Number(row['id']),
        {
          id: Number(row['id']),
          email: String(row['email_key']),
          verified: row['email_verified'] === 1,
          role: String(row['role']),
          status: String(row['status']),
          password: textOrNull(row['password_hash']),
          phone: textOrNull(row['phone']),
          factors: Number(row['second_factors']),
        },
      ]),
    ),
    sessions: new Map(sessions.map(({ id, account_id }) => [Number(id), Number(account_id)])),
    links: new Map(
      links.map(({ subject, account_id }) => [
        linkKey(Number(account_id), String(subject)),
        Number(account_id),
      ]),
    ),
    passkeys: new Map(
      passkeys.map(({ credential_id, account_id }) => [String(credential_id), Number(account_id)]),
    ),
    apps: byAccount(apps),
    recoveryCodes: byAccount(recoveryCodes),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
