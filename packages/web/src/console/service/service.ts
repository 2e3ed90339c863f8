import { type ClientOptions, KeywardError, memoryStorage, type Result } from '@keyward/client';
import { createAdminClient } from '@keyward/client/admin';
import { createFactorsClient } from '@keyward/client/factors';
import { boot } from '../lib/boot.ts';
import { proving } from './proving.ts';

/** Makes the service keep the session in the console's own cookies. */
const CONSOLE_HEADER = 'X-Keyward-Console';
const MAILBOX_KEY_HEADER = 'X-Mailbox-Key';

function fetchWith(name: string, value: string): typeof fetch {
  return proving((input, init) => {
    const headers = new Headers(init?.headers);
    headers.set(name, value);
    return fetch(input, { ...init, headers });
  });
}

const options: ClientOptions = {
  url: '',
  prefix: boot.prefix,
  ...(boot.logPath !== false && { logPath: boot.logPath }),
  webPath: boot.webPath,
  storage: 'cookies',
  // Separate from the end-user pages of the same origin, which may have another session.
  storageKey: 'keyward-console',
  fetch: fetchWith(CONSOLE_HEADER, '1'),
};

/** The service, with the session of the console. Its calls return errors; {@link ask} throws them. */
export const service = {
  ...createAdminClient(options),
  factors: createFactorsClient(options).factors,
};

/** The caught mails. @param key of the mailbox; null: with the console's session */
export function mailboxOf(key: string | null) {
  return createAdminClient({
    ...options,
    ...(key !== null && { storage: memoryStorage(), fetch: fetchWith(MAILBOX_KEY_HEADER, key) }),
  }).admin.mailbox;
}

/** @throws KeywardError if the service or the connection fails */
export async function ask<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error } = await call;
  if (error) throw error;
  return data;
}

/** Whether the service or the connection failed; anything else is a bug in the console. */
export function isServiceError(error: unknown): error is KeywardError {
  return error instanceof KeywardError;
}
