import type { ClientOptions } from '@keyward/client';
import { createFactorsClient, type FactorsClient } from '@keyward/client/factors';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useCaptcha } from './captcha.tsx';
import {
  KeywardContext,
  type Paths,
  type ProviderChoice,
  type ServiceFacts,
  useFollowedSession,
} from './context/context.tsx';
import type { Texts } from './texts/en.ts';

export interface KeywardRootProps {
  /** One client for the application, by `createFactorsClient` of `@keyward/client/factors`. Or give `options`. */
  client?: FactorsClient;
  /** The options for the client. They are read once. */
  options?: ClientOptions;
  texts: Texts;
  /** What the service offers. Missing facts have defaults; the providers are requested from the service. */
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

const FACTS: Omit<ServiceFacts, 'providers'> = {
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

const NONE: readonly ProviderChoice[] = [];
const HERE: ClientOptions = { url: '' };

function load(path: string): void {
  location.assign(path);
}

/** The provider without any texts, for pages that load only one language. */
export function KeywardRoot({
  client: given,
  options = HERE,
  texts,
  facts,
  paths,
  navigate = load,
  onHeading,
  children,
}: KeywardRootProps): ReactNode {
  const [client] = useState(() => given ?? createFactorsClient(options));
  const { session, signOut } = useFollowedSession(client);
  const providers = useProviders(client, facts?.providers);
  const { solveCaptcha, question } = useCaptcha(facts?.captcha ?? null, texts);
  const shown = useMemo(() => ({ ...PATHS, ...paths }), [paths]);
  const known = useMemo(() => ({ ...FACTS, ...facts, providers }), [facts, providers]);
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

/** @param given the facts that the application knows; the others are requested from the service */
function useProviders(
  client: FactorsClient,
  given: readonly ProviderChoice[] | undefined,
): readonly ProviderChoice[] {
  const [listed, setListed] = useState(NONE);
  const asks = given === undefined;
  useEffect(() => {
    if (asks) void client.providers.list().then(({ data }) => data && setListed(data.providers));
  }, [client, asks]);
  return given ?? listed;
}
