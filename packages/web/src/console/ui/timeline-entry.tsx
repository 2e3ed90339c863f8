import type { KeywardEvent } from '@keyward/client';
import { Link } from '@tanstack/react-router';
import { consolePath } from '../lib/paths.ts';
import { useTexts } from '../texts/texts.ts';
import { actorWords, changesOf, eventWords } from './event-words.ts';
import { Diff } from './facts.tsx';
import './record.css';
import { When } from './when.tsx';

const TONES: Partial<Record<KeywardEvent['type'], string>> = {
  'login.failed': 'bad',
  'login.locked_out': 'bad',
  'session.refresh_reused': 'bad',
  'account.deleted': 'bad',
  'session.started': 'good',
};

/** An event in the timeline of a record. @param props.subject the account that it is about */
export function TimelineEntry({ event, subject }: { event: KeywardEvent; subject?: number }) {
  const texts = useTexts();
  const { timeline: t } = texts.account;
  const { title, detail } = eventWords(event, texts);
  const changes = changesOf(event);
  const { client } = event.data;
  return (
    <li data-tone={TONES[event.type]}>
      <p>
        <Link to={consolePath(`events/${event.id}`)} title={event.type}>
          {title}
        </Link>
        {detail !== undefined && <span className="kc-muted"> · {detail}</span>}
      </p>
      <small>
        <When at={event.timestamp} exactly />
        {' · '}
        {actorWords(event.data, texts, subject)}
        {client !== null && (
          <>
            {' · '}
            <code title={client.user_agent}>{client.ip_address}</code>
          </>
        )}
      </small>
      {changes !== undefined && (
        <details>
          <summary className="kc-small kc-muted">{t.changes}</summary>
          <Diff changes={changes} />
        </details>
      )}
    </li>
  );
}
