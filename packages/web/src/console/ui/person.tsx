import type { AdministeredAccount } from '@keyward/client';
import { boot } from '../lib/boot.ts';
import { Badge } from './badge.tsx';
import { useTexts } from '../texts/texts.ts';
import './record.css';

type PortraitOf = Pick<AdministeredAccount, 'name' | 'avatar_url'>;

const UPLOADED = new URL(`${boot.prefix}/picture/`, location.origin).href;
const segments = new Intl.Segmenter();

/**
 * The uploaded picture of a person. Other pictures are at addresses that the owners choose. Loading them here would
 * reveal to strangers who views their account, and from where.
 */
export function Portrait({ account, size = 24 }: { account: PortraitOf; size?: number }) {
  const { name, avatar_url: url } = account;
  if (!url?.startsWith(UPLOADED) || !/^[\w-]{22}$/.test(url.slice(UPLOADED.length)))
    return <Initials name={name} size={size} />;
  return <img className="kc-initials" src={url} alt="" width={size} height={size} loading="lazy" />;
}

/** The first letters of a name. */
export function Initials({ name, size = 24 }: { name: string; size?: number }) {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word = '') => segments.segment(word)[Symbol.iterator]().next().value?.segment ?? '',
  );
  return (
    <span className="kc-initials" aria-hidden style={{ width: size, height: size, fontSize: size * 0.42 }}>
      {letters.join('').toUpperCase()}
    </span>
  );
}

/** The account's state in one or two words: obstacles to a sign-in come first. */
export function StatusBadges({ account }: { account: AdministeredAccount }) {
  const { states } = useTexts().accounts;
  const { status, locked_until: locked, deletion_at: deletion } = account;
  return (
    <span className="kc-badges">
      {status === 'active' ? (
        <Badge tone="good">{states.active}</Badge>
      ) : (
        <Badge tone="bad">{status === 'suspended' ? states.suspended : status}</Badge>
      )}
      {locked !== null && <Badge tone="warn">{states.locked}</Badge>}
      {deletion !== null && <Badge tone="warn">{states.leaving}</Badge>}
    </span>
  );
}

export function RoleBadge({ role }: { role: string }) {
  return role === 'superadmin' ? <Badge tone="accent">superadmin</Badge> : <span>{role}</span>;
}
