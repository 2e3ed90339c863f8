import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { ProviderMark } from '../parts/provider-mark.tsx';
import { dateOf } from '../lib/times.ts';
import { useAct } from '../context/use-act.ts';
import { useLoaded } from '../context/use-loaded.ts';
import { Item, Card, Whole } from './card.tsx';

/** Providers that the account is or can be linked to. Links to providers that the service no longer has can be removed. */
export function Links({ onLeave }: { onLeave: () => void }): ReactNode {
  const { client, texts, facts } = useKeyward();
  const words = texts.links;
  const act = useAct();
  const loaded = useLoaded(client.providers.links);
  const [news, setNews] = useState<string | null>(null);
  if (facts.providers.length === 0 && (loaded.data ?? []).length === 0) return null;

  async function connect(provider: string) {
    onLeave();
    const result = await act.run(provider, () => client.providers.link({ provider }));
    if (result?.data) location.assign(result.data.url);
  }

  async function disconnect(provider: string, label: string) {
    setNews(null);
    const result = await act.run(provider, () => client.providers.unlink({ provider }));
    if (result?.error !== null) return;
    setNews(words.disconnected(label));
    await loaded.reload();
  }

  return (
    <Card title={words.title} intro={words.intro} act={act} news={news}>
      <Whole loaded={loaded}>
        {(links) => {
          const gone = links.filter((link) => facts.providers.every(({ slot }) => slot !== link.provider));
          const all = [
            ...facts.providers,
            ...gone.map(({ provider, name = provider }) => ({ slot: provider, name: provider, label: name })),
          ];
          return (
            <ul className="kw-list">
              {all.map(({ slot, name, label }) => {
                const link = links.find(({ provider }) => provider === slot);
                return (
                  <li key={slot}>
                    <Item
                      icon={<ProviderMark name={name} label={label} />}
                      title={label}
                      text={
                        link === undefined ? words.none : words.since(dateOf(link.created_at, texts.locale))
                      }
                    >
                      {link === undefined ? (
                        <Button busy={act.busy === slot} onClick={() => void connect(slot)}>
                          {words.connect(label)}
                        </Button>
                      ) : (
                        <Button
                          kind="quiet"
                          busy={act.busy === slot}
                          onClick={() => void disconnect(slot, label)}
                        >
                          {words.disconnect(label)}
                        </Button>
                      )}
                    </Item>
                  </li>
                );
              })}
            </ul>
          );
        }}
      </Whole>
    </Card>
  );
}
