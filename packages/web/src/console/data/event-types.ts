import type { EventType } from '@keyward/client';
import type { EventPattern } from '@keyward/client/admin';
import type { Tone } from '../ui/badge.tsx';

/**
 * Every type that this version knows, with a tone if it deserves attention. The compiler requires all of them.
 */
const TONES = {
  'account.created': 'neutral',
  'account.updated': 'neutral',
  'account.deleted': 'bad',
  'account.status_changed': 'warn',
  'account.role_changed': 'warn',
  'account.email_verified': 'neutral',
  'account.email_changed': 'neutral',
  'account.password_changed': 'neutral',
  'account.unlocked': 'neutral',
  'account.deletion_requested': 'warn',
  'account.deletion_cancelled': 'neutral',
  'account.exported': 'neutral',
  'accounts.imported': 'neutral',
  'accounts.exported': 'neutral',
  'superadmin.reset': 'warn',
  'session.started': 'neutral',
  'impersonation.started': 'bad',
  'impersonation.ended': 'neutral',
  'session.ended': 'neutral',
  'session.refresh_reused': 'bad',
  'sessions.ended_by_superadmin': 'warn',
  'login.failed': 'warn',
  'login.locked_out': 'bad',
  'code.sent': 'neutral',
  'codes.removed': 'neutral',
  'codes.restricted': 'bad',
  'recovery_code.used': 'warn',
  'factor.added': 'neutral',
  'factor.removed': 'warn',
  'factor.locked': 'bad',
  'factor.reset': 'warn',
  'provider.linked': 'neutral',
  'provider.unlinked': 'neutral',
  'invitation.created': 'neutral',
  'invitation.accepted': 'neutral',
  'invitation.revoked': 'neutral',
  'application.created': 'neutral',
  'application.updated': 'neutral',
  'application.deleted': 'neutral',
  'application.secret_added': 'neutral',
  'application.secret_removed': 'neutral',
  'grant.created': 'neutral',
  'grant.revoked': 'neutral',
  'grant.code_reused': 'bad',
  'grant.refresh_reused': 'bad',
  'oauth.key_rotated': 'neutral',
  'organization.created': 'neutral',
  'organization.updated': 'neutral',
  'organization.suspended': 'warn',
  'organization.activated': 'neutral',
  'organization.deleted': 'warn',
  'organization.restored': 'neutral',
  'organization.invitation_created': 'neutral',
  'organization.invitation_revoked': 'neutral',
  'portal.created': 'warn',
  'portal.ended': 'neutral',
  'connection.created': 'warn',
  'connection.updated': 'warn',
  'connection.deleted': 'warn',
  'connection.token_created': 'warn',
  'connection.token_revoked': 'warn',
  'organization.domain_verified': 'neutral',
  'organization.domain_lost': 'warn',
  'connection.break_glass_used': 'bad',
  'connection.certificate_expiring': 'warn',
  'connection.trust_lost': 'warn',
  'member.added': 'neutral',
  'member.updated': 'neutral',
  'member.removed': 'neutral',
  'role.created': 'neutral',
  'role.updated': 'neutral',
  'role.deleted': 'neutral',
  'key.created': 'neutral',
  'key.revoked': 'neutral',
  'settings.changed': 'neutral',
  'webhook.changed': 'neutral',
  'log.changed': 'neutral',
} as const satisfies Record<EventType, Tone>;

export function isEventType(name: string): name is EventType {
  return Object.hasOwn(TONES, name);
}

export const EVENT_TYPES: readonly EventType[] = Object.keys(TONES).filter(isEventType);

/** @param type also one of a newer service */
export const toneOf = (type: string): Tone => (isEventType(type) ? TONES[type] : 'neutral');

export const groupOf = (type: string): string => type.split('.', 1)[0] ?? type;

/** The types by group, in the order of the list; for groups of several types their pattern comes first. */
export const EVENT_GROUPS: readonly { group: string; patterns: readonly string[] }[] = [
  ...new Set(EVENT_TYPES.map(groupOf)),
].map((group) => {
  const types = EVENT_TYPES.filter((type) => groupOf(type) === group);
  return { group, patterns: types.length === 1 ? types : [`${group}.*`, ...types] };
});

/** All types and groups that the API accepts in webhooks and filters. */
export const EVENT_PATTERNS: readonly string[] = EVENT_GROUPS.flatMap(({ patterns }) => patterns);
const PATTERNS = new Set(EVENT_PATTERNS);

/** Whether the API accepts it as a type or a group of events. */
export function isEventPattern(text: string): text is EventPattern {
  return PATTERNS.has(text) || PATTERNS.has(text.replace(/\.\*$/, ''));
}
