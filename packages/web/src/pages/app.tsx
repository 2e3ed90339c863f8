import type { FactorsClient } from '@keyward/client/factors';
import type { Texts } from '@keyward/react';
import { Button, KeywardRoot } from '@keyward/react/parts';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Boot } from '../../../server/src/http/web/boot.ts';
import { type Place, queryOf } from './address.ts';
import { Frame } from './frame.tsx';
import { isWide } from './pages.ts';
import { type Shown, useRouter } from './router.ts';
import { loadTexts } from './texts.ts';

export interface AppProps {
  boot: Boot;
  client: FactorsClient;
  texts: Texts;
  /** The address at which the person arrived. */
  first: Shown;
  /** Whether this document can show a page; otherwise, it is loaded anew. Default: any */
  stays?: (page: Place['page']) => boolean;
}

const any = () => true;

/** The pages for end users: one component each, in the branded frame. */
export function App({ boot, client, texts, first, stays = any }: AppProps): ReactNode {
  const { place, view: View, aside: Aside, navigate, replace, retry } = useRouter(first, stays);
  const { base } = first.place;
  const { name } = boot.branding;
  const facts = useMemo(
    () => ({
      providers: boot.providers,
      minPasswordLength: boot.minPasswordLength,
      factors: boot.factors,
      // Their policy forbids other origins.
      pictures: false,
      connections: boot.connections === true,
      applications: boot.applications,
      organizations: boot.organizations,
      captcha: boot.signUp.captcha,
      signUpMode: boot.signUp.mode,
      deletionGraceDays: boot.deletionGraceDays,
      applicationName: name,
    }),
    [boot, name],
  );
  const { back } = place;
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that led here is gone: otherwise a screen reader would say nothing.
    if (place !== first.place && document.activeElement === document.body) main.current?.focus();
  }, [place, first]);
  const paths = useMemo(() => {
    // The return address survives a change from one form to another.
    const query = queryOf(back);
    return {
      signIn: `${base}/signin${query}`,
      signUp: `${base}/signup${query}`,
      resetPassword: `${base}/reset-password${query}`,
      account: `${base}/account`,
      organizations: `${base}/organizations`,
      organization: `${base}/organization`,
    };
  }, [base, back]);
  const onHeading = useCallback((heading: string) => (document.title = `${heading} · ${name}`), [name]);
  return (
    <KeywardRoot
      client={client}
      texts={texts}
      facts={facts}
      paths={paths}
      navigate={navigate}
      onHeading={onHeading}
    >
      <Frame branding={boot.branding} wide={isWide(place.page)} main={main} aside={Aside && <Aside />}>
        {retry !== null && (
          <p className="kw" role="alert">
            {texts.errors.network} <Button onClick={retry}>{texts.tryAgain}</Button>
          </p>
        )}
        <View key={place.href} place={place} replace={replace} loadTexts={loadTexts} />
      </Frame>
    </KeywardRoot>
  );
}
