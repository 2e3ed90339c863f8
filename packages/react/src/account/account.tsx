import { type ReactNode, useEffect, useState } from 'react';
import { Done } from '../parts/done.tsx';
import { type SignedOutReason, useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { dateOf } from '../lib/times.ts';
import { useAct } from '../context/use-act.ts';
import { type Loaded, useLoaded } from '../context/use-loaded.ts';
import { Applications } from './applications.tsx';
import { Contents } from './contents.tsx';
import { Data } from './data.tsx';
import { Factors } from './factors.tsx';
import { Impersonated } from './impersonated.tsx';
import { Links } from './links.tsx';
import { Password } from './password.tsx';
import type { Own, OwnFactors } from './own.ts';
import { Picture } from './picture.tsx';
import { Profile } from './profile.tsx';
import { Guarded } from './reauthentication.tsx';
import { Whole } from './card.tsx';
import { Sessions } from './sessions.tsx';

export interface AccountProps {
  /** Called when the person is signed out. */
  onSignedOut?: (reason: SignedOutReason) => void;
  /** Called before the browser leaves for a provider: it comes back to another page. */
  onLeave?: () => void;
}

/** How often an open page checks whether its session is live. */
const LOOK_MS = 30_000;

/** For `/account`: everything that the owner of an account may see and change. */
export function Account({ onSignedOut, onLeave }: AccountProps): ReactNode {
  const { texts, paths, session } = useKeyward();
  const words = texts.data;
  const [deleted, setDeleted] = useState<{ at: string | null } | null>(null);
  const reason = session.status === 'signed-out' && deleted === null ? session.reason : null;
  useEffect(() => {
    if (reason !== null) onSignedOut?.(reason);
  }, [reason, onSignedOut]);

  if (deleted !== null)
    return deleted.at === null ? (
      <Done title={words.gone} intro={words.goneText} to={paths.signIn} />
    ) : (
      <Done title={words.going} intro={words.goingText(dateOf(deleted.at, texts.locale))} to={paths.signIn} />
    );
  return session.status === 'signed-in' ? (
    <SignedIn key={session.account.id} onLeave={() => onLeave?.()} onDeleted={(at) => setDeleted({ at })} />
  ) : null;
}

interface SignedInProps {
  onLeave: () => void;
  onDeleted: (at: string | null) => void;
}

function SignedIn({ onLeave, onDeleted }: SignedInProps): ReactNode {
  const { client, onHeading, texts } = useKeyward();
  const me = useLoaded(client.me);
  const factors = useLoaded(client.factors.list);
  const { title } = texts.account;
  useEffect(() => onHeading?.(title), [title, onHeading]);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void client.me();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client]);

  return (
    <div className="kw kw-account">
      <Guarded>
        <Whole loaded={me}>
          {({ account, payload, session }) => (
            <>
              {payload.act !== undefined && <Impersonated name={account.name} until={session.expires_at} />}
              <Head account={account} onChange={me.reload} />
              {!account.email_verified && <Notice>{texts.account.unproven(account.email)}</Notice>}
              <Parts
                account={account}
                isOwner={payload.act === undefined}
                reload={me.reload}
                factors={factors}
                {...{ onLeave, onDeleted }}
              />
            </>
          )}
        </Whole>
      </Guarded>
    </div>
  );
}

function Head({ account, onChange }: { account: Own; onChange: () => Promise<void> }): ReactNode {
  const { texts, signOut } = useKeyward();
  const act = useAct();
  return (
    <header className="kw-head">
      <Picture account={account} onChange={onChange} />
      <div className="kw-what">
        <h1 tabIndex={-1}>{texts.account.title}</h1>
        <p className="kw-hint">
          {account.name} · {account.email}
        </p>
      </div>
      <Button busy={act.busy !== null} onClick={() => void act.run('out', () => signOut())}>
        {texts.account.signOut}
      </Button>
    </header>
  );
}

interface PartsProps extends SignedInProps {
  account: Own;
  /** False while a superadmin acts for the owner. */
  isOwner: boolean;
  reload: () => Promise<void>;
  factors: Loaded<OwnFactors>;
}

/** A session without its second step can only open this part. */
function Parts({ account, isOwner, reload, factors, onLeave, onDeleted }: PartsProps): ReactNode {
  const { facts, texts } = useKeyward();
  const { data } = factors;
  if (data === null) return <Whole loaded={factors}>{() => null}</Whole>;
  const restricted = data.required && data.totp === null && data.passkeys.length === 0;
  // The factors keep their place: the recovery codes of the first one are shown only once.
  return (
    <Contents label={texts.account.title}>
      {!restricted && <Profile account={account} isOwner={isOwner} onChange={reload} />}
      {/* The service refuses all of this to others. */}
      <fieldset className="kw-account" disabled={!isOwner}>
        {!restricted && <Password email={account.email} onChange={reload} />}
        <Factors loaded={factors} restricted={restricted} />
        {!restricted && (
          <>
            <Links onLeave={onLeave} />
            {facts.applications && <Applications />}
            <Sessions />
            <Data email={account.email} onDeleted={onDeleted} />
          </>
        )}
      </fieldset>
    </Contents>
  );
}
