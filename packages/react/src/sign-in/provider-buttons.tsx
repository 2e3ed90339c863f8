import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { ProviderMark } from '../parts/provider-mark.tsx';
import type { Act } from '../context/use-act.ts';

/** The buttons of the service's providers, above a form. @param props.act the act of that form */
export function ProviderButtons({ act, onLeave }: { act: Act; onLeave: () => void }): ReactNode {
  const { client, texts, facts } = useKeyward();
  if (facts.providers.length === 0) return null;

  async function leave(provider: string) {
    onLeave();
    const result = await act.run(provider, () => client.providers.loginUrl({ provider }));
    if (result?.data) location.assign(result.data);
  }

  return (
    <div className="kw-choices">
      {facts.providers.map(({ slot, name, label }) => (
        <Button
          key={slot}
          busy={act.busy === slot}
          disabled={act.busy !== null}
          icon={<ProviderMark name={name} label={label} />}
          onClick={() => void leave(slot)}
        >
          {texts.signIn.provider(label)}
        </Button>
      ))}
      <p className="kw-or">{texts.or}</p>
    </div>
  );
}
