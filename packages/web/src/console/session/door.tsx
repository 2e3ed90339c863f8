import { KeywardProvider, SignIn } from '@keyward/react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { forget, remember } from '../../pages/return.ts';
import { boot } from '../lib/boot.ts';
import { useStore } from '../lib/store.ts';
import { ask, service } from '../service/service.ts';
import { componentTexts } from '../texts/component-texts.ts';
import { useTexts } from '../texts/texts.ts';
import { DoorFrame } from './door-frame.tsx';
import { sessionEnded } from './ended.ts';
import { meQuery } from './me.ts';
import { pages } from './take-session.ts';

/** Mailed links are not offered here, because they lead to the pages of end users. */
const FACTS = {
  minPasswordLength: boot.minPasswordLength,
  signUpMode: 'closed',
  applicationName: boot.branding.name,
  mailedLinks: false,
  factors: boot.factors,
  providers: boot.takesSession === true ? boot.providers : [],
} as const;
/** A sign-in at a provider ends on the pages of end users, which come back here: the console takes their session. */
const CLIENT = { ...service, providers: pages.providers };
const comeBack = () => remember({ returnTo: location.pathname + location.search });
const PATHS = { resetPassword: `${boot.webPath}/reset-password` };

/** The sign-in of the console. @param props.ended whether a session has ended */
export function Door({ ended }: { ended: boolean }) {
  const t = useTexts().session;
  const client = useQueryClient();
  const cause = useStore(sessionEnded.cause);
  const [refused, setRefused] = useState<string>();
  const onSignedIn = useCallback(async () => {
    const { account } = await ask(service.me());
    if (account.role !== 'superadmin') {
      await service.logout();
      setRefused(account.email);
      return;
    }
    forget();
    sessionEnded.forget();
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    client.setQueryData(meQuery.queryKey, account);
  }, [client]);
  const notice = refused === undefined ? (ended ? (cause ?? t.ended) : undefined) : t.notSuperadmin(refused);
  return (
    <DoorFrame title={t.title}>
      <KeywardProvider client={CLIENT} texts={componentTexts} facts={FACTS} paths={PATHS}>
        <SignIn notice={notice} onLeave={comeBack} onSignedIn={() => void onSignedIn().catch(() => {})} />
      </KeywardProvider>
    </DoorFrame>
  );
}
