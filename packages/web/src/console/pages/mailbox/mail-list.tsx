import { useAddressQuery } from '../../lib/address.ts';
import { useTexts } from '../../texts/texts.ts';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { Mail } from './mail.tsx';
import type { Mailbox, Mails } from './mails.ts';

/**
 * The mails on the left, the open one on the right, or below on narrow screens. The newest is open until another is
 * chosen.
 */
export function MailList({ mails: { list, error, retry }, mailbox }: { mails: Mails; mailbox: Mailbox }) {
  const t = useTexts().mailbox;
  const [query, change] = useAddressQuery();
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
    <div className="kc-mailbox kc-panel">
      <ul className="kc-mails" aria-label={t.list}>
        {list.map((mail) => (
          <li key={mail.id}>
            <button
              type="button"
              aria-current={mail.id === open.id}
              onClick={() => change({ mail: mail.id === newest.id ? undefined : mail.id })}
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
      <Mail key={open.id} id={open.id} mailbox={mailbox} />
    </div>
  );
}
