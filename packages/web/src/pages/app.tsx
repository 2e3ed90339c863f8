import type { FactorsClient } from '@keyward/client/factors';
import { KeywardProvider, SignIn, type Texts, useKeyward } from '@keyward/react';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Boot } from '../../../server/src/http/web/boot.ts';
import { type Place, returnAddress } from './address.ts';
import { Frame } from './frame.tsx';
import { useRouter } from './router.ts';

export interface AppProps {
  boot: Boot;
  client: FactorsClient;
  texts: Texts;
  /** Where the person arrived. */
  first: Place;
}

/** The pages for end users: one of the components each, in the frame of the brand. */
export function App({ boot, client, texts, first }: AppProps): ReactNode {
  const { place, navigate } = useRouter(first);
  const { base } = first;
  const { name } = boot.branding;
  const facts = useMemo(
    () => ({
      providers: boot.providers,
      minPasswordLength: boot.minPasswordLength,
      signUpMode: boot.signUp.mode,
      applicationName: name,
    }),
    [boot, name],
  );
  const paths = useMemo(
    () => ({
      signIn: `${base}/signin`,
      signUp: `${base}/signup`,
      resetPassword: `${base}/reset-password`,
      account: `${base}/account`,
    }),
    [base],
  );
  const onHeading = useCallback((heading: string) => (document.title = `${heading} · ${name}`), [name]);
  return (
    <KeywardProvider
      client={client}
      texts={texts}
      facts={facts}
      paths={paths}
      navigate={navigate}
      onHeading={onHeading}
    >
      <Frame branding={boot.branding} wide={place.page === '/account'}>
        <Page key={place.href} place={place} />
      </Frame>
    </KeywardProvider>
  );
}

function Page({ place }: { place: Place }): ReactNode {
  return <SignInPage place={place} />;
}

function SignInPage({ place }: { place: Place }): ReactNode {
  const { paths } = useKeyward();
  const onSignedIn = useCallback(
    () => location.replace(returnAddress(place.href) ?? paths.account),
    [place, paths],
  );
  return <SignIn onSignedIn={onSignedIn} />;
}
