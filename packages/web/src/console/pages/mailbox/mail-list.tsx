import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import { useAddressQuery } from '../../lib/address.ts';
import { useTexts } from '../../texts/texts.ts';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { Mail } from './mail.tsx';
import type { Mailbox, Mails } from './mails.ts';

/**
 * The mails on the left, the open one on the right: the newest until another is chosen. Narrow screens show the list,
 * or the mail that was chosen.
 */
export function MailList({ mails: { list, error, retry }, mailbox }: { mails: Mails; mailbox: Mailbox }) {
  const t = useTexts().mailbox;
  const [query, change] = useAddressQuery();
  const narrow = useMediaQuery('(max-width: 900px)');
  if (error !== null) return <Failure error={error} retry={retry} />;
  if (list === undefined) return <Loading rows={6} />;
  const [newest] = list;
  if (newest === undefined)
    return (
      <div className="kc-panel">
        <Empty title={t.empty}>{t.emptyText}</Empty>
      </div>
    );
  const open = list.find(({ id }) => id === query['mail']) ?? newest;
  return (
    <div className="kc-mailbox kc-panel" data-chosen={query['mail'] === open.id || undefined}>
      <ul className="kc-mails" aria-label={t.list}>
        {list.map((mail) => (
          <li key={mail.id}>
            <button
              type="button"
              aria-current={mail.id === open.id}
              onClick={() => change({ mail: mail.id }, { push: narrow })}
            >
              <span>
                <b>{mail.subject}</b>
                <small className="kc-mail-when">
                  <When at={mail.created_at} />
                </small>
              </span>
              <span>
                <small>{mail.to}</small>
                {mail.code !== null && <code>{mail.code}</code>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="kc-mail-pane">
        <div className="kc-mail-back">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowLeft size={14} aria-hidden />}
            onClick={() => change({ mail: undefined })}
          >
            {t.back}
          </Button>
        </div>
        <Mail key={open.id} id={open.id} mailbox={mailbox} />
      </div>
    </div>
  );
}
