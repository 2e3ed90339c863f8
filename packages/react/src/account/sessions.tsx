import type { OwnSession } from '@keyward/client';
import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { Notice } from '../parts/notice.tsx';
import { Question } from '../parts/question.tsx';
import type { Texts } from '../texts/en.ts';
import { ago, exactTime } from '../lib/times.ts';
import { useAct } from '../context/use-act.ts';
import { useLoaded } from '../context/use-loaded.ts';
import { Item, Card, Whole } from './card.tsx';

export function Sessions(): ReactNode {
  const { client, texts, signOut } = useKeyward();
  const words = texts.sessions;
  const act = useAct();
  const loaded = useLoaded(client.sessions.list);
  const [news, setNews] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);

  async function end({ id }: OwnSession) {
    setNews(null);
    const result = await act.run(`end-${id}`, () => client.sessions.end({ id }));
    if (result?.error === null) setNews(words.ended);
    await loaded.reload();
  }

  async function endOthers() {
    setNews(null);
    const result = await act.run('others', () => client.sessions.endOthers());
    if (result?.data) setNews(words.othersEnded(result.data.count));
    await loaded.reload();
  }

  return (
    <Card title={words.title} intro={words.intro} act={act}>
      <Whole loaded={loaded}>
        {({ sessions }) => (
          <ul className="kw-list">
            {sessions.map((session) => (
              <li key={session.id}>
                <Item
                  icon={<Icon name={pictureOf(session)} />}
                  title={
                    <>
                      {deviceOf(session, texts)}
                      {session.current && <span className="kw-badge">{words.current}</span>}
                    </>
                  }
                  text={
                    <span title={exactTime(session.last_used_at, texts.locale)}>
                      {session.ip_address} · {words.active(ago(session.last_used_at, texts.locale))}
                    </span>
                  }
                >
                  {!session.current && (
                    <Button
                      kind="quiet"
                      label={words.endOne(deviceOf(session, texts))}
                      busy={act.busy === `end-${session.id}`}
                      onClick={() => void end(session)}
                    >
                      {words.end}
                    </Button>
                  )}
                </Item>
              </li>
            ))}
          </ul>
        )}
      </Whole>
      {news !== null && <Notice kind="success">{news}</Notice>}
      <div className="kw-row kw-end">
        <Button
          disabled={loaded.data?.sessions.every(({ current }) => current) ?? true}
          busy={act.busy === 'others'}
          onClick={() => void endOthers()}
        >
          {texts.account.signOutOthers}
        </Button>
        <Button onClick={() => setAsking(true)}>{texts.account.signOutEverywhere}</Button>
      </div>
      {asking && (
        <Question
          title={words.everywhereTitle}
          text={words.everywhereText}
          button={texts.account.signOutEverywhere}
          act={act}
          onYes={() => void act.run('everywhere', () => signOut(true))}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function deviceOf(
  { browser, system, user_agent: agent, impersonation }: OwnSession,
  { sessions: words }: Texts,
): string {
  if (impersonation) return words.acting;
  if (browser !== null && system !== null) return words.device(browser, system);
  return browser ?? system ?? (agent === '' ? words.unknown : agent.slice(0, 60));
}

function pictureOf({ device }: OwnSession): IconName {
  return device === 'phone' || device === 'tablet' ? device : 'desktop';
}
