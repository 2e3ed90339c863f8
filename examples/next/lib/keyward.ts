import { createKeyward, type Keyward } from 'keyward';

declare global {
  var keyward: Promise<Keyward> | undefined;
}

/** One for the process: while developing, Next.js loads this file again and again. */
export function getKeyward(): Promise<Keyward> {
  globalThis.keyward ??= createKeyward({
    env: process.env,
    publicUrl: process.env['KEYWARD_PUBLIC_URL'] ?? `http://localhost:${process.env['PORT'] ?? 3000}`,
    // What the proxy next to this server says; without a proxy, anybody could write it.
    clientAddress: (request) => request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim(),
  });
  return globalThis.keyward;
}

/** Answers for every route below the prefix and below the logs. */
export async function handle(request: Request): Promise<Response> {
  return (await getKeyward()).fetch(request);
}
