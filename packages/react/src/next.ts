import { type Account, createClient, type KeywardClient } from '@keyward/client';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';

type Me = NonNullable<Awaited<ReturnType<KeywardClient['me']>>['data']>;

export interface NextHelpersOptions {
  /** Address of the service. Default: the service is mounted in this application, and `fetch` answers */
  url?: string;
  /** Path that the service is mounted at. Default: `/auth` */
  prefix?: string;
  /** Answers requests. For a service that is mounted in this application, pass them to its `fetch`. Default: the network */
  fetch?: (request: Request) => Promise<Response>;
  /** Path of the page to sign in at. Default: `/signin` */
  signIn?: string;
}

/** For server components, route handlers and server actions. They ask the service once for each request. */
export interface NextHelpers {
  /**
   * The account that is signed in; null: nobody, the session has ended, or the account must prove its mailbox or add a
   * second factor first.
   * @throws KeywardError if the service does not answer
   */
  currentAccount: () => Promise<Account | null>;
  /**
   * The active organization of the session, with the roles and permissions of the person there; null: none.
   * @throws KeywardError if the service does not answer
   */
  currentOrganization: () => Promise<NonNullable<Me['organization']> | null>;
  /**
   * Lets only people who are signed in go on. Others are redirected to sign in, and come back.
   * @param returnTo the path of the page, which server components do not know
   * @throws KeywardError if the service does not answer
   */
  protectPage: (returnTo: string) => Promise<Account>;
}

/** Helpers that know the person by the cookie of the request, so the service must be in cookie mode. */
export function createNextHelpers({
  url = 'http://localhost',
  prefix,
  fetch = globalThis.fetch,
  signIn = '/signin',
}: NextHelpersOptions): NextHelpers {
  const me = cache(async (): Promise<Me | null> => {
    const cookie = (await headers()).get('cookie');
    if (cookie === null) return null;
    const client = createClient({
      url,
      ...(prefix !== undefined && { prefix }),
      fetch: (input, init) =>
        // Next.js must not keep the answer, which is about one person.
        fetch(
          new Request(input, { ...init, headers: { accept: 'application/json', cookie }, cache: 'no-store' }),
        ),
    });
    const { data, error } = await client.me();
    if (error !== null) {
      if (error.status === 401 || error.status === 403) return null;
      throw error;
    }
    return data.session.restricted === true ? null : data;
  });

  const currentAccount = async () => (await me())?.account ?? null;
  return {
    currentAccount,
    currentOrganization: async () => (await me())?.organization ?? null,
    async protectPage(returnTo) {
      return (await currentAccount()) ?? redirect(`${signIn}?return_to=${encodeURIComponent(returnTo)}`);
    },
  };
}
