import type { Account, Session } from '@keyward/client';
import type { FactorsClient } from '@keyward/client/factors';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { Texts } from '../texts/en.ts';

/** Another service that people can sign in with. */
export interface ProviderChoice {
  /** As in the paths of the API, `idp1`. */
  slot: string;
  /** The name of its preset, for a picture: `google`, `github` … */
  name: string;
  /** Its name for people. */
  label: string;
}

/** The captcha that tells people from programs, and its site key. */
export interface Captcha {
  provider: 'turnstile' | 'hcaptcha' | 'recaptcha';
  siteKey: string;
}

/** Lets the person solve one. @returns its answer, which works once; null: the person gave up */
export type SolveCaptcha = () => Promise<string | null>;

/** The look of a deployment. */
export interface Branding {
  /** Above the forms. Null: none */
  logoUrl: string | null;
  /** Values of the properties of the styles, by their names without `--keyward-`: `colour`, `radius` … */
  style: Readonly<Record<string, string>>;
}

/** The sign-in options of the service, as in the data of its own pages. */
export interface ServiceFacts {
  /** The look of the components, where the application sets none. Null: the default look */
  branding: Branding | null;
  /** Providers to sign in with. Default: the providers of the service */
  providers: readonly ProviderChoice[];
  /** Default: 6 */
  minPasswordLength: number;
  /** Who may open an account. Default: everybody, `open` */
  signUpMode: 'open' | 'invite' | 'closed';
  /** As in the settings of the service, for sign-ups and mails. Default: none */
  captcha: Captcha | null;
  /** Which second factors people may add; a passkey also signs in alone. Default: both */
  factors: { totp: boolean; passkeys: boolean };
  /**
   * Whether organizations have identity providers of their own: the sign-in then asks for the identifier first, and
   * offers the provider for its domain. Default: no
   */
  connections: boolean;
  /** Whether other applications can sign in with the service. Default: true */
  applications: boolean;
  /** Whether to load account pictures, which may be on any site. Default: true */
  pictures: boolean;
  /** What the application is called. Default: left out */
  applicationName: string;
  /** The number of days in which a sign-in restores a deleted account; null: not known, which is the default */
  deletionGraceDays: number | null;
  /**
   * Whether people may create organizations, and define custom roles there. Null: there are none. Default: both; the
   * service refuses what it does not allow
   */
  organizations: { creation: boolean; ownRoles: boolean } | null;
  /** Whether a mailed link may sign in; the page of the link must belong to this application. Default: true */
  mailedLinks: boolean;
}

/** Addresses of the pages that show the components. */
export interface Paths {
  signIn: string;
  signUp: string;
  resetPassword: string;
  account: string;
  organizations: string;
  /** Followed by a slash and a slug. */
  organization: string;
}

export interface Keyward {
  client: FactorsClient;
  texts: Texts;
  facts: ServiceFacts;
  paths: Paths;
  /** Goes to one of the paths. */
  navigate: (path: string) => void;
  /** Called with each new heading, for the document's title. */
  onHeading: ((heading: string) => void) | undefined;
  session: SessionState;
  /** Null: no captcha. */
  solveCaptcha: SolveCaptcha | null;
  /** Ends the session, or all sessions of the account. */
  signOut: (everywhere?: boolean) => ReturnType<FactorsClient['logout']>;
}

export type SignedOutReason = 'absent' | 'left' | 'ended';

export type SessionState =
  /** Not known yet. In cookie mode, while the service is asked. */
  | { status: 'loading'; session: null; account: null }
  | { status: 'signed-in'; session: Session; account: Account }
  | {
      status: 'signed-out';
      session: null;
      account: null;
      /** `left` after `signOut`; `ended` if the session has expired or was ended; `absent` if there was none. */
      reason: SignedOutReason;
    };

export const KeywardContext = createContext<Keyward | null>(null);

/** The value of the provider. @throws Error outside of a `KeywardProvider` */
export function useKeyward(): Keyward {
  const keyward = useContext(KeywardContext);
  if (keyward === null) throw new Error('Put this component inside a <KeywardProvider>.');
  return keyward;
}

/** The signed-in account, in sync with all tabs. */
export function useSession(): SessionState {
  return useKeyward().session;
}

function reasonAfter(before: SessionState, leaving: boolean): SignedOutReason {
  if (leaving) return 'left';
  if (before.status === 'signed-in') return 'ended';
  return before.status === 'signed-out' ? before.reason : 'absent';
}

/** Follows the client's session. */
export function useFollowedSession(client: FactorsClient): {
  session: SessionState;
  signOut: Keyward['signOut'];
} {
  const [session, setSession] = useState<SessionState>({ status: 'loading', session: null, account: null });
  const leaving = useRef(false);
  useEffect(
    () =>
      client.onSessionChange((next) =>
        setSession((before) =>
          next === null
            ? {
                status: 'signed-out',
                session: null,
                account: null,
                reason: reasonAfter(before, leaving.current),
              }
            : { status: 'signed-in', session: next, account: next.account },
        ),
      ),
    [client],
  );
  async function signOut(everywhere = false) {
    leaving.current = true;
    const result = await (everywhere ? client.logoutAll() : client.logout());
    // The listener is called in a microtask.
    setTimeout(() => (leaving.current = false));
    return result;
  }
  return { session, signOut };
}
