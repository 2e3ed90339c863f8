import { createKeyward, type Keyward } from 'keyward';

declare global {
  var keyward: Promise<Keyward> | undefined;
}

/** One for the process: while developing, Next.js loads this file again and again. */
export function getKeyward(): Promise<Keyward> {
  globalThis.keyward ??= createKeyward({
    env: process.env,
    publicUrl: process.env['KEYWARD_PUBLIC_URL'] ?? `http://localhost:${process.env['PORT'] ?? 3000}`,
    // The pages for people and the console: /id/signin, /id/account, /id/console …
    paths: { web: '/id' },
    // They keep the session in a cookie that no script sees, and that server components read.
    cookie: { cookieMode: true },
    // What the proxy next to this server says; without a proxy, anybody could write it.
    clientAddress: (request) => request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim(),
  });
  return globalThis.keyward;
}

/** Answers for every route of Keyward: below the prefix, the logs and the pages. */
export async function handle(request: Request): Promise<Response> {
  return (await getKeyward()).fetch(request);
}
