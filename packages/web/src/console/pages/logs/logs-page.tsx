import { Button, Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { boot } from '../../lib/boot.ts';
import { useAddressQuery } from '../../lib/address.ts';
import { choice } from '../../lib/choice.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loading } from '../../ui/states.tsx';
import { AskReset } from './ask-reset.tsx';
import { LogFiles } from './log-files.tsx';
import { LogViewer } from './log-viewer.tsx';
import { nameForNow, useTakeSnapshot } from './take-snapshot.ts';
import { NO_FILTER } from './use-found.ts';
import { useFeed } from './use-feed.ts';
import './logs.css';

const TABS = ['app', 'server', 'snapshots'] as const;

export function LogsPage() {
  const texts = useTexts();
  const t = texts.logs;
  const [query, change] = useAddressQuery();
  const tab = choice(TABS, query['tab']) ?? 'app';
  if (boot.logPath === false)
    return (
      <Page title={texts.pages.logs}>
        <div className="kc-table-frame">
          <Empty title={t.noRoutes}>{t.noRoutesText}</Empty>
        </div>
      </Page>
    );
  const openTab = (value: string | null) =>
    change(
      {
        ...NO_FILTER,
        log: undefined,
        record: undefined,
        tab: value === 'app' ? undefined : (value ?? undefined),
      },
      { push: true },
    );
  return (
    <Page
      title={texts.pages.logs}
      intro={t.intro}
      actions={
        tab !== 'snapshots' && (
          <>
            <TakeSnapshot source={tab} />
            <ResetLog name={tab} />
          </>
        )
      }
    >
      <Tabs value={tab} onChange={openTab} className="kc-log-tabs" keepMounted={false}>
        <Tabs.List>
          {TABS.map((id) => (
            <Tabs.Tab key={id} value={id}>
              {t.tabs[id]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="app">
          <Log name="app" />
        </Tabs.Panel>
        <Tabs.Panel value="server">
          <Log name="server" />
        </Tabs.Panel>
        <Tabs.Panel value="snapshots">
          {query['log'] === undefined ? (
            <LogFiles />
          ) : (
            <>
              <div className="kc-bar">
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconArrowLeft size={14} />}
                  onClick={() => openTab('snapshots')}
                >
                  {t.backToSnapshots}
                </Button>
                <code>{query['log']}.log</code>
              </div>
              <Log name={query['log']} />
            </>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** @param props.name of a log or of a snapshot, which begins with the log's */
function Log({ name }: { name: string }) {
  const [round, setRound] = useState(0);
  const feed = useFeed(name, round);
  if (feed === null) return <Loading rows={8} />;
  return (
    <LogViewer
      name={name}
      records={!name.startsWith('server')}
      feed={feed}
      onRetry={() => setRound(round + 1)}
    />
  );
}

function TakeSnapshot({ source }: { source: 'app' | 'server' }) {
  const t = useTexts().logs;
  const take = useTakeSnapshot();
  return (
    <Button
      variant="default"
      loading={take.isPending}
      onClick={() =>
        take.mutate({ source, name: nameForNow() }, { onError: (error) => notify(error.message) })
      }
    >
      {t.takeSnapshot}
    </Button>
  );
}

function ResetLog({ name }: { name: 'app' | 'server' }) {
  const t = useTexts().logs;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" c="var(--kw-bad)" onClick={() => setAsking(true)}>
        {t.reset}
      </Button>
      {asking && <AskReset name={name} onClose={() => setAsking(false)} />}
    </>
  );
}
