import type { KeywardClient } from '@keyward/client';
import type { ReactNode } from 'react';
import { Item } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { scopeWords } from '../context/scopes.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { ApplicationLogo, Initial } from '../parts/initial.tsx';

type Data<Method extends 'request' | 'device'> = NonNullable<
  Awaited<ReturnType<KeywardClient['applications'][Method]>>['data']
>;
export type AskedByBrowser = Data<'request'>;
export type AskedByDevice = Data<'device'>;

/** The requested scopes that the person leaves out. */
export interface Choice {
  left: ReadonlySet<string>;
  onToggle: (scope: string) => void;
}

/** Without this scope, the application does not learn who signs in. */
const NEEDED = 'openid';

/** The application, its requested rights, and the account. */
export function Asked({
  asked: { application, scopes, resources, account },
  hint,
  choice,
}: {
  asked: Pick<AskedByBrowser, 'application' | 'scopes' | 'resources' | 'account'>;
  /** A line below the name of the application. */
  hint: ReactNode;
  /** If missing, the person can only accept or refuse everything. */
  choice?: Choice;
}): ReactNode {
  const { texts, signOut } = useKeyward();
  const words = texts.asked;
  const act = useAct();
  const { homepage_url, policy_url, terms_url } = application;
  const links = [
    [words.homepage, homepage_url],
    [words.policy, policy_url],
    [words.terms, terms_url],
  ] as const;
  return (
    <>
      <Item icon={<ApplicationLogo application={application} />} title={application.name} text={hint} />
      <div>
        <p className="kw-strong">{words.may(application.name)}</p>
        <ul className="kw-scopes">
          {scopes.length === 0 && <Line>{words.nothing}</Line>}
          {scopes.map((scope) => (
            <Line key={scope.name} {...(scope.name !== NEEDED && choice && { scope: scope.name, choice })}>
              {scopeWords(scope, texts)}
            </Line>
          ))}
        </ul>
        {resources.length > 0 && (
          <p className="kw-hint">{words.at(resources.map(({ name }) => name).join(', '))}</p>
        )}
      </div>
      <div className="kw-boxed">
        <Item icon={<Initial name={account.name} />} title={account.name} text={account.email}>
          <Button kind="quiet" busy={act.busy !== null} onClick={() => void act.run('out', () => signOut())}>
            {words.switch}
          </Button>
        </Item>
      </div>
      {links.some(([, url]) => url !== null) && (
        <p className="kw-aside">
          {links.map(
            ([label, url]) =>
              url !== null && (
                <a key={label} href={url} className="kw-link" target="_blank" rel="noopener noreferrer">
                  {label}
                </a>
              ),
          )}
        </p>
      )}
    </>
  );
}

function Line(props: { children: ReactNode; scope?: string; choice?: Choice }): ReactNode {
  const { children, scope, choice } = props;
  if (scope === undefined || choice === undefined)
    return (
      <li>
        <Icon name="check" />
        <span>{children}</span>
      </li>
    );
  return (
    <li>
      <label>
        <input
          type="checkbox"
          name={scope}
          checked={!choice.left.has(scope)}
          onChange={() => choice.onToggle(scope)}
        />
        <span>{children}</span>
      </label>
    </li>
  );
}
