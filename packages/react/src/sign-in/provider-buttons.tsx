import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { ProviderMark } from '../parts/provider-mark.tsx';
import type { Act } from '../context/use-act.ts';

/** The buttons of the service's providers, below a form. @param props.act the act of that form */
export function ProviderButtons({ act, onLeave }: { act: Act; onLeave: () => void }): ReactNode {
  const { texts, facts } = useKeyward();
  const leave = useProviderSignIn(act, onLeave);
  return facts.providers.map(({ slot, name, label }) => (
    <Button
      key={slot}
      busy={act.busy === slot}
      disabled={act.busy !== null}
      icon={<ProviderMark name={name} label={label} />}
      onClick={() => leave(slot)}
    >
      {texts.signIn.provider(label)}
    </Button>
  ));
}

/** Called before the browser leaves for a provider, which waits for it. */
export type OnLeave = () => void | Promise<void>;

/** Sends the browser to a provider: see `loginUrl` of the client. */
export function useProviderSignIn(act: Act, onLeave: OnLeave): (provider: string) => void {
  const { client } = useKeyward();
  const leave = async (provider: string) => {
    await onLeave();
    const result = await act.run(provider, () => client.providers.loginUrl({ provider }));
    if (result?.data) location.assign(result.data);
  };
  return (provider) => void leave(provider);
}
