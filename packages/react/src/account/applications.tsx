import type { KeywardClient } from '@keyward/client';
import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { scopeWords } from '../context/scopes.ts';
import { ago, dateOf, exactTime } from '../lib/times.ts';
import { useLoaded } from '../context/use-loaded.ts';
import { Button } from '../parts/button.tsx';
import { ApplicationLogo } from '../parts/initial.tsx';
import { Question } from '../parts/question.tsx';
import { Card, Item, Whole } from './card.tsx';

type Connected = NonNullable<
  Awaited<ReturnType<KeywardClient['applications']['list']>>['data']
>['applications'][number];

/** The applications with access to the account. Shows nothing if there are none, because most deployments have none. */
export function Applications(): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.applications;
  const act = useAct();
  const loaded = useLoaded(client.applications.list);
  const [news, setNews] = useState<string | null>(null);
  const [asking, setAsking] = useState<Connected | null>(null);
  const isOff = loaded.error?.kind === 'RouteNotFoundError';
  if (isOff || (news === null && (loaded.data?.applications ?? []).length === 0)) return null;

  async function disconnect({ client_id, name }: Connected) {
    setNews(null);
    const result = await act.run('disconnect', () => client.applications.revoke({ client_id }));
    // Another person or tab may already have removed it.
    if (result?.error !== null && result?.error.kind !== 'ApplicationNotFoundError') return;
    setAsking(null);
    setNews(words.disconnected(name));
    await loaded.reload();
  }

  return (
    <Card title={words.title} intro={words.intro} news={news}>
      <Whole loaded={loaded}>
        {({ applications }) => (
          <ul className="kw-list">
            {applications.map((application) => (
              <li key={application.client_id}>
                <Item
                  icon={<ApplicationLogo application={application} />}
                  title={application.name}
                  text={<About application={application} />}
                >
                  <Button
                    kind="quiet"
                    label={words.disconnectOne(application.name)}
                    onClick={() => setAsking(application)}
                  >
                    {words.disconnect}
                  </Button>
                </Item>
              </li>
            ))}
          </ul>
        )}
      </Whole>
      {asking !== null && (
        <Question
          title={words.disconnectTitle(asking.name)}
          text={words.disconnectText}
          button={words.disconnect}
          act={act}
          onYes={() => void disconnect(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </Card>
  );
}

function About({ application }: { application: Connected }): ReactNode {
  const { texts } = useKeyward();
  const { scopes, resources, created_at: since, last_used_at: used } = application;
  const may = scopes.map((name) => scopeWords({ name, description: name }, texts));
  const lines = [
    may.join(' · '),
    resources.length === 0 ? '' : texts.asked.at(resources.join(', ')),
    [
      texts.links.since(dateOf(since, texts.locale)),
      used === null ? texts.applications.unused : texts.account.lastUsed(ago(used, texts.locale)),
    ].join(' · '),
  ];
  return (
    <span className="kw-lines" title={used === null ? undefined : exactTime(used, texts.locale)}>
      {lines.map((line) => line !== '' && <span key={line}>{line}</span>)}
    </span>
  );
}
