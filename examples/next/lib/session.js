import { createNextHelpers } from '@keyward/react/next';
import { handle } from './keyward.ts';

/** Who is signed in, for server components and route handlers. */
export const { currentAccount, protectPage } = createNextHelpers({ fetch: handle, signIn: '/id/signin' });
