import type { Sender } from '../support/load.ts';

/**
 * With the product's default hash, or with one that costs as much processor time as Keyward's; and the credential that
 * renews a session.
 */
export type Variant = 'default' | 'equal';

/** How a server of a product is started; it runs until it is killed. */
export interface Command {
  program: string;
  args: readonly string[];
  env: Record<string, string>;
  /** The working directory. */
  folder: string;
}

/** An account after its sign-up. */
export interface PeerAccount {
  email: string;
  /** What proves its session: a token, or the value of a `Cookie` header. */
  credential: string;
  /** What renews the session, and the id, where the product has one. */
  refreshToken: string;
  id: string;
}

/** A product in the comparison. */
export interface Peer {
  /** With its version. */
  name: string;
  /** How the product differs from the others, in sentences for the reader of the table. */
  remarks: readonly string[];
  /** @param folder empty, or with the data of an earlier run */
  command(folder: string, port: number, variant: Variant): Command;
  /** Answers 200 as soon as the server does. */
  healthPath: string;
  signUp(url: string, index: number): Promise<PeerAccount>;
  /** The request that returns the signed-in account. */
  sessionRead: (account: PeerAccount) => Buffer;
  login: (account: PeerAccount) => Buffer;
  /** Renews the session of each account, again and again; null where nothing renews one. */
  refreshSenders: ((accounts: readonly PeerAccount[]) => Sender[]) | null;
  /** Milliseconds of processor time that a hash of the variant `equal` takes alone. */
  hashAlone(seconds: number): Promise<number>;
}

/** Enough that no limit per account matters. */
export const ACCOUNTS = 100;

export const emailOf = (index: number): string => `person${index}@example.org`;

/** @throws Error unless the answer is a success */
export async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return { headers: response.headers, body: { ...Object(JSON.parse(text)) } };
}
