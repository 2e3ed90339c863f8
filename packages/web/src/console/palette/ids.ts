import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { boot } from '../lib/boot.ts';
import { ask, service } from '../service/service.ts';
import type { Option } from './option.ts';
import { paletteTexts } from './palette-texts.ts';

const t = paletteTexts.ids;
const PAUSE_MS = 120;

/** Ids that name what they are, and where they lead. */
const PREFIXED: readonly (readonly [form: RegExp, label: string, path: (id: string) => string])[] = [
  [/^evt_[\w-]+$/, t.event, (id) => `events/${id}`],
  [/^org_[\w-]+$/, t.organization, (id) => `organizations/${id}`],
  [/^whk_[\w-]+$/, t.webhook, (id) => `webhooks/${id}`],
  [/^app_[\w-]+$/, t.application, (id) => `applications/${id}`],
];

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const IPV6 = /^(?=.*:.*:)[\da-f:.]+$/i;
const NUMBER = /^#?([1-9]\d{0,14})$/;
const KEY = /^kw_live_\w{2,}$/;
/** The part of a key that lists show. The rest is secret, and must not get into an address. */
const HINT_LENGTH = 'kw_live_00P7TM'.length;

const hit = (label: string, detail: string, to: string): Option => ({
  id: `id-${to.replace(/\W/g, '-')}`,
  group: 'ids',
  label,
  detail,
  to,
});

/** Where an id leads that says itself what it is. */
function named(text: string): Option | undefined {
  for (const [form, label, path] of PREFIXED) if (form.test(text)) return hit(label, text, path(text));
  if (IPV4.test(text) || IPV6.test(text))
    return hit(t.address, text, `events?ip_address=${encodeURIComponent(text)}`);
  return UUID.test(text) && boot.logPath !== false
    ? hit(t.request, text, `logs?q=${encodeURIComponent(`request_id:${text}`)}`)
    : undefined;
}

/** Whether an id may also be one of an account: its uid, or the beginning of its phone number. */
export const findsPeople = (typed: string): boolean => UUID.test(typed.trim()) || NUMBER.test(typed.trim());

/** The account and the session of a number. */
async function numbered(id: string, signal: AbortSignal): Promise<Option[]> {
  const asked = { field: 'id', value: id, limit: 1 } as const;
  const [{ accounts }, { sessions }] = await Promise.all([
    ask(service.admin.accounts.list(asked, { signal })),
    ask(service.admin.sessions.list(asked, { signal })),
  ]);
  return [
    ...accounts.map(({ email }) => hit(t.account(id), email, `accounts/${id}`)),
    ...sessions.map(({ ip_address }) => hit(t.session(id), ip_address, `sessions?id=${id}`)),
  ];
}

/** The API keys that begin as the text does. */
async function keysLike(text: string, signal: AbortSignal): Promise<Option[]> {
  const start = text.slice(0, HINT_LENGTH);
  const { api_keys: keys } = await ask(service.admin.apiKeys.list({ limit: 100 }, { signal }));
  return keys
    .filter(({ hint }) => hint.startsWith(start))
    .map(({ name, hint }) => hit(name, `${hint}…`, `api-keys?key=${hint}`));
}

/** Where a pasted id leads; undefined for a text that is none, an empty list for an id that nothing has. */
export function useIdHits(typed: string): readonly Option[] | undefined {
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const number = NUMBER.exec(settled)?.[1];
  const { data } = useQuery({
    queryKey: ['palette', settled.slice(0, HINT_LENGTH)],
    queryFn: ({ signal }) => (number === undefined ? keysLike(settled, signal) : numbered(number, signal)),
    enabled: number !== undefined || KEY.test(settled),
  });
  const own = named(text);
  if (own !== undefined) return [own];
  return NUMBER.test(text) || KEY.test(text) ? (settled === text ? (data ?? []) : []) : undefined;
}
