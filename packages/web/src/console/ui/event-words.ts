import type { Actor, EventOrigin, KeywardEvent } from '@keyward/client';
import type { Texts } from '../texts/texts.ts';

/** The text of an event for people. */
export interface EventWords {
  title: string;
  /** The detail; undefined if the title is enough. */
  detail: string | undefined;
}

/** Looks up a word; newer services may send unknown ones. */
function word(words: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(words, key) ? (words[key] ?? key) : key;
}

/** Names of fields, as people write them. */
const fields = (changed: object) =>
  Object.keys(changed)
    .map((name) => name.replaceAll('_', ' '))
    .join(', ');

export function eventWords(event: KeywardEvent, texts: Texts): EventWords {
  const { types } = texts.eventWords;
  return { title: word(types, event.type), detail: detailOf(event, texts) };
}

function detailOf(event: KeywardEvent, { eventWords: t }: Texts): string | undefined {
  switch (event.type) {
    case 'session.started':
      return joined(word(t.methods, event.data.method), undefined, event.data.count, t);
    case 'account.created':
      return word(t.methods, event.data.method);
    case 'login.failed':
      return joined(
        word(t.reasons, event.data.reason),
        word(t.methods, event.data.method),
        event.data.count,
        t,
      );
    case 'login.locked_out':
      return joined(word(t.methods, event.data.method), undefined, event.data.count, t);
    case 'impersonation.started':
      return event.data.reason;
    case 'impersonation.ended':
      return event.data.impersonator.name;
    case 'session.ended':
      return joined(word(t.ends, event.data.reason), undefined, event.data.count, t);
    case 'sessions.ended_by_superadmin':
      return word(t.ends, event.data.reason);
    case 'account.password_changed':
      return word(t.passwordReasons, event.data.reason);
    case 'code.sent':
      return word(t.purposes, event.data.purpose);
    case 'factor.added':
    case 'factor.removed':
      return [word(t.factors, event.data.factor.type), event.data.factor.name]
        .filter((part) => part !== null)
        .join(', ');
    case 'provider.linked':
    case 'provider.unlinked':
      return event.data.link.provider;
    case 'account.role_changed':
    case 'account.status_changed':
    case 'account.email_changed':
    case 'account.updated':
    case 'superadmin.reset':
      return fields(event.data.changed);
    case 'settings.changed':
      return `${event.data.section}: ${fields(event.data.changed)}`;
    case 'recovery_code.used':
      return t.left(event.data.left);
    case 'invitation.created':
    case 'invitation.revoked':
    case 'invitation.accepted':
      return event.data.invitation.email;
    case 'organization.invitation_created':
    case 'organization.invitation_revoked':
      return `${event.data.invitation.email}, ${event.data.organization.name}`;
    case 'organization.domain_verified':
    case 'organization.domain_lost':
      return `${event.data.domain}, ${event.data.organization.name}`;
    case 'webhook.changed':
      return `${event.data.webhook.url}, ${event.data.action}`;
    case 'key.created':
    case 'key.revoked':
      return event.data.key.name;
    case 'application.created':
    case 'application.updated':
    case 'application.deleted':
    case 'application.secret_added':
    case 'application.secret_removed':
    case 'grant.created':
    case 'grant.revoked':
    case 'grant.code_reused':
    case 'grant.refresh_reused':
      return event.data.application.name;
    case 'portal.created':
    case 'portal.ended':
      return `${event.data.organization.name}: ${event.data.portal.sections.map((one) => word(t.sections, one)).join(', ')}`;
    case 'connection.created':
    case 'connection.updated':
    case 'connection.deleted':
    case 'connection.token_created':
    case 'connection.token_revoked':
    case 'connection.break_glass_used':
    case 'connection.certificate_expiring':
    case 'connection.trust_lost':
      return `${event.data.connection.name}, ${event.data.organization.name}`;
    case 'organization.created':
    case 'organization.updated':
    case 'organization.suspended':
    case 'organization.activated':
    case 'organization.deleted':
    case 'organization.restored':
    case 'member.added':
    case 'member.updated':
    case 'member.removed':
    case 'role.created':
    case 'role.updated':
    case 'role.deleted':
      return event.data.organization.name;
    case 'oauth.key_rotated':
    case 'account.deleted':
    case 'account.deletion_cancelled':
    case 'account.deletion_requested':
    case 'account.email_verified':
    case 'account.exported':
    case 'account.unlocked':
    case 'accounts.exported':
    case 'accounts.imported':
    case 'codes.removed':
    case 'codes.restricted':
    case 'factor.locked':
    case 'factor.reset':
    case 'log.changed':
    case 'session.refresh_reused':
      return undefined;
  }
}

function joined(
  first: string,
  second: string | undefined,
  count: number | undefined,
  t: Texts['eventWords'],
): string {
  return [first, second, count !== undefined && count > 1 ? t.times(count) : undefined]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** The actor. @param subject the account whose page shows the event, which is named "the owner" */
export function actorWords(data: EventOrigin, texts: Texts, subject?: number): string {
  return delegated(data, nameOfActor(data.actor, texts, subject), texts);
}

/** The name of an actor, with the application or the owner that the actor used or acted for. */
export function delegated({ through, acting_for: owner }: EventOrigin, who: string, texts: Texts): string {
  const { actors } = texts.eventWords;
  if (through !== undefined) return actors.through(who, through.name);
  return owner === undefined ? who : actors.actingFor(who, owner.name);
}

function nameOfActor(actor: Actor | null, texts: Texts, subject?: number): string {
  const { actors } = texts.eventWords;
  if (actor === null) return actors.anonymous;
  const { type, id, name } = actor;
  if (type === 'operator' || type === 'service' || type === 'portal') return actors[type];
  if (type === 'account' && id === subject) return actors.themselves;
  const who = name ?? `#${id ?? ''}`;
  return type === 'key' ? actors.key(who) : who;
}

/** The replaced values of an event, for a diff; undefined if it contains no change. */
export function changesOf({
  data,
}: {
  readonly data: object;
}): Record<string, { before: unknown; after: unknown }> | undefined {
  const { changed, previous }: { changed?: unknown; previous?: unknown } = data;
  if (typeof changed !== 'object' || changed === null || Object.keys(changed).length === 0) return undefined;
  const before: Readonly<Record<string, unknown>> = { ...(typeof previous === 'object' && previous) };
  return Object.fromEntries(
    Object.entries(changed).map(([field, after]) => [field, { before: before[field], after }]),
  );
}
