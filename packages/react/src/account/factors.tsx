import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { Notice } from '../parts/notice.tsx';
import { Question } from '../parts/question.tsx';
import { useAct } from '../context/use-act.ts';
import type { Loaded } from '../context/use-loaded.ts';
import { Authenticator } from './authenticator.tsx';
import type { FactorChange, OwnFactors } from './own.ts';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Item, Card, Whole } from './card.tsx';

/** The passkeys, and the other factors: a group each. */
export function Factors({
  loaded,
  restricted,
}: {
  loaded: Loaded<OwnFactors>;
  restricted: boolean;
}): ReactNode {
  const { texts, facts } = useKeyward();
  const words = texts.factors;
  const [news, setNews] = useState<{ passkeys?: string | null; others?: string | null }>({});
  const [codes, setCodes] = useState<{ codes: string[]; news: string | null } | null>(null);

  const changed = (group: keyof typeof news) => async (change: FactorChange) => {
    const { news: said, codes: made } = change;
    setNews({ [group]: said });
    if (made !== undefined) setCodes({ codes: made, news: said });
    await loaded.reload();
  };

  return (
    <Whole loaded={loaded}>
      {({ totp, passkeys, recovery_codes: recovery }) => {
        const hasApp = facts.factors.totp || totp !== null;
        return (
          <>
            {restricted && <Notice>{words.required}</Notice>}
            {(facts.factors.passkeys || passkeys.length > 0) && (
              <Passkeys passkeys={passkeys} news={news.passkeys ?? null} onChange={changed('passkeys')} />
            )}
            {(hasApp || recovery !== null) && (
              <Card title={words.title} intro={words.intro} news={news.others ?? null}>
                {hasApp && <Authenticator totp={totp} onChange={changed('others')} />}
                {recovery !== null && <Recovery left={recovery.left} onChange={changed('others')} />}
              </Card>
            )}
            {codes !== null && <RecoveryCodes {...codes} onClose={() => setCodes(null)} />}
          </>
        );
      }}
    </Whole>
  );
}

interface RecoveryProps {
  left: number;
  onChange: (change: FactorChange) => Promise<void>;
}

function Recovery({ left, onChange }: RecoveryProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.factors;
  const act = useAct();
  const [asking, setAsking] = useState(false);
  async function renew() {
    const result = await act.run('renew', () => client.factors.renewRecoveryCodes());
    if (!result?.data) return;
    setAsking(false);
    await onChange({ news: null, codes: result.data.recovery_codes });
  }
  return (
    <>
      <Item
        icon={<Icon name="list" />}
        title={words.recovery}
        text={`${words.recoveryLeft(left)} ${words.recoveryText}`}
      >
        <Button onClick={() => setAsking(true)}>{words.renewCodes}</Button>
      </Item>
      {asking && (
        <Question
          title={words.renewTitle}
          text={words.renewText}
          button={words.renewCodes}
          act={act}
          onYes={() => void renew()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
