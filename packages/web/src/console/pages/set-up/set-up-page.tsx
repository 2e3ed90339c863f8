import { KeywardProvider } from '@keyward/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { arrival, onArrival } from '../../lib/arrival.ts';
import { boot } from '../../lib/boot.ts';
import { service } from '../../service/service.ts';
import { DoorFrame } from '../../session/door-frame.tsx';
import { meQuery } from '../../session/me.ts';
import { componentTexts } from '../../texts/component-texts.ts';
import { useTexts } from '../../texts/texts.ts';
import { AddPasskey } from './add-passkey.tsx';
import { DeadLink } from './dead-link.tsx';
import { FirstSuperadmin, MIN_LENGTH } from './first-superadmin.tsx';

const FACTS = { minPasswordLength: MIN_LENGTH, providers: [] };

type Step = 'checking' | 'form' | 'missing' | 'dead' | 'passkey';

/** Creates the first superadmin with the link that the start prints, offers a passkey, and opens the console. */
export function SetUpPage() {
  const texts = useTexts();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>('checking');
  useEffect(() => {
    const check = async () => {
      if (arrival.fragment === '') return setStep('missing');
      const { error } = await service.admin.setUp.check({ token: arrival.fragment });
      // Without an answer, the form reports the problem when it is submitted.
      return setStep(error?.status === 401 || error?.status === 422 ? 'dead' : 'form');
    };
    void check();
    return onArrival(() => void check());
  }, []);
  const finish = async () => {
    await client.invalidateQueries({ queryKey: meQuery.queryKey });
    location.replace(`${boot.webPath}/console`);
  };
  return (
    <DoorFrame title={texts.setUp.title}>
      <KeywardProvider client={service} texts={componentTexts} facts={FACTS}>
        {step === 'form' && (
          <FirstSuperadmin onCreated={() => setStep('passkey')} onDead={() => setStep('dead')} />
        )}
        {step === 'passkey' && <AddPasskey onDone={() => void finish()} />}
        {(step === 'missing' || step === 'dead') && (
          <DeadLink reason={step === 'missing' ? texts.setUp.missing : texts.setUp.dead} />
        )}
      </KeywardProvider>
    </DoorFrame>
  );
}
