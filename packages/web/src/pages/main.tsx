import type { ClientOptions } from '@keyward/client';
import { createFactorsClient } from '@keyward/client/factors';
import '@keyward/react/styles.css';
import { createRoot } from 'react-dom/client';
import { impersonationStorage } from '../impersonation.ts';
import { takeAddress } from './address.ts';
import { App } from './app.tsx';
import { readBoot } from './boot.ts';
import './pages.css';
import { isOfAccount, load } from './pages.ts';
import { textsOf } from './texts.ts';

/** The console's session. Its cookies stay out of reach for scripts, and pages of other origins cannot send the header. */
const CONSOLE: Partial<ClientOptions> = {
  storage: 'cookies',
  storageKey: 'keyward-console',
  fetch(input, init) {
    const headers = new Headers(init?.headers);
    headers.set('X-Keyward-Console', '1');
    return fetch(input, { ...init, headers });
  },
};

// Before anything else: codes and tokens must not stay in the address.
const first = takeAddress();
const boot = readBoot();
const [parts, texts] = await Promise.all([load(first.page), textsOf()]);
const make = (how: Partial<ClientOptions> | false) =>
  createFactorsClient({ url: '', prefix: boot.prefix, frontendUrl: location.origin + first.base, ...how });
const own = make(impersonationStorage ?? (boot.cookieMode && { storage: 'cookies' }));
// A superadmin signs in once: without a session here, the account is the one that is signed in to the console.
const isGuest =
  isOfAccount(first.page) &&
  impersonationStorage === null &&
  !boot.cookieMode &&
  (await own.getSession()).data === null;
const lent = isGuest ? make(CONSOLE) : null;
const client = lent && (await lent.getSession()).data !== null ? lent : own;

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <App
      boot={boot}
      client={client}
      texts={texts}
      first={{ place: first, ...parts }}
      // Nobody may sign in here with the client of the console.
      stays={(page) => client === own || isOfAccount(page)}
    />,
  );
