import type { FactorsClient } from '@keyward/client/factors';
import { type ReactNode, useMemo } from 'react';
import { useCaptcha } from './captcha.tsx';
import { KeywardContext, type Paths, type ServiceFacts, useFollowedSession } from './context/context.tsx';
import type { Texts } from './texts/en.ts';

export interface KeywardRootProps {
  /** One for the application, always the same. */
  client: FactorsClient;
  texts: Texts;
  /** What the service offers. Missing facts have defaults. */
  facts?: Partial<ServiceFacts>;
  /**
   * The addresses of the pages. Defaults: `/signin`, `/signup`, `/reset-password`, `/account`, `/organizations`,
   * `/organization`
   */
  paths?: Partial<Paths>;
  /** Opens an address. Default: the browser loads the page */
  navigate?: (path: string) => void;
  /** Receives each heading, for the document's title. */
  onHeading?: (heading: string) => void;
  children?: ReactNode;
}

const FACTS: ServiceFacts = {
  branding: null,
  providers: [],
  minPasswordLength: 6,
  signUpMode: 'open',
  captcha: null,
  applicationName: '',
  deletionGraceDays: null,
  mailedLinks: true,
  pictures: true,
  connections: false,
  applications: true,
  organizations: { creation: true, ownRoles: true },
  factors: { totp: true, passkeys: true },
};
const PATHS: Paths = {
  signIn: '/signin',
  signUp: '/signup',
  resetPassword: '/reset-password',
  account: '/account',
  organizations: '/organizations',
  organization: '/organization',
};

function load(path: string): void {
  location.assign(path);
}

/** The provider without any texts, for pages that load only one language. */
export function KeywardRoot({
  client,
  texts,
  facts,
  paths,
  navigate = load,
  onHeading,
  children,
}: KeywardRootProps): ReactNode {
  const { session, signOut } = useFollowedSession(client);
  const { solveCaptcha, question } = useCaptcha(facts?.captcha ?? null, texts);
  const shown = useMemo(() => ({ ...PATHS, ...paths }), [paths]);
  const known = useMemo(() => ({ ...FACTS, ...facts }), [facts]);
  const keyward = useMemo(
    () => ({
      client,
      texts,
      facts: known,
      paths: shown,
      navigate,
      onHeading,
      session,
      solveCaptcha,
      signOut,
    }),
    [client, texts, known, shown, navigate, onHeading, session, solveCaptcha, signOut],
  );
  return (
    <KeywardContext.Provider value={keyward}>
      {children}
      {question}
    </KeywardContext.Provider>
  );
}
