import { Button, Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { MailFrame } from './mail-frame.tsx';
import type { Mailbox } from './mails.ts';

const VIEWS = ['html', 'text', 'raw'] as const;
type View = (typeof VIEWS)[number];

/** One mail: its code, its link and its appearance. */
export function Mail({ id, mailbox }: { id: string; mailbox: Mailbox }) {
  const t = useTexts().mailbox;
  const [view, setView] = useState<View>('html');
  const {
    data: mail,
    error,
    refetch,
  } = useQuery({
    queryKey: ['mails', 'one', id],
    queryFn: () => ask(mailbox.get({ id })),
    staleTime: Infinity,
    meta: { ownAccess: true },
  });
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (mail === undefined) return <Loading rows={8} />;
  const { link } = mail;
  return (
    <article className="kc-mail" aria-label={mail.subject}>
      <h2>{mail.subject}</h2>
      <Facts
        entries={[
          [t.to, mail.to],
          [t.at, <When key="at" at={mail.created_at} exactly />],
          [t.kind, <code key="kind">{mail.kind}</code>],
        ]}
      />
      <Group gap="xs">
        {mail.code !== null && (
          <>
            <code className="kc-mail-code">{mail.code}</code>
            <CopyButton value={mail.code} label={t.copyCode} />
          </>
        )}
        {link !== null && /^https?:\/\//.test(link) && (
          <Button component="a" href={link} target="_blank" rel="noopener noreferrer">
            {t.openLink}
          </Button>
        )}
      </Group>
      <SegmentedControl
        size="xs"
        aria-label={t.view}
        value={view}
        onChange={(value) => setView(VIEWS.find((one) => one === value) ?? 'html')}
        data={VIEWS.map((value) => ({ value, label: t.views[value] }))}
      />
      {view === 'html' ? (
        <MailFrame html={mail.html} title={mail.subject} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long mail scrolls
        <pre className="kc-json" tabIndex={0}>
          {view === 'text' ? mail.text : mail.raw}
        </pre>
      )}
    </article>
  );
}
