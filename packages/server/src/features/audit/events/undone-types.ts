import type { EventType } from './event-types.ts';

/**
 * Whether an undo looks at the acts of a type. It takes back those that let somebody in again, or send data out, and reads
 * what has ended or followed them. A thief can do each of them with a stolen session. Every type has a row here, so that no new one is forgotten.
 */
const UNDONE = {
  'account.created': true,
  'account.updated': false,
  'account.deleted': false,
  'account.status_changed': true,
  'account.role_changed': true,
  // Of another superadmin. The undo restores those of the account itself: see `credential-lifecycle.ts`.
  'account.email_changed': true,
  'account.password_changed': true,
  'account.email_verified': false,
  'provider.linked': false,
  'provider.unlinked': false,
  'factor.added': false,
  'factor.removed': false,
  'factor.locked': false,
  'factor.reset': false,
  'session.refresh_reused': false,
  'sessions.ended_by_superadmin': false,
  'codes.removed': false,
  'codes.restricted': false,
  // A guess at the earlier settings could lock everybody out. Their history has a rollback.
  'settings.changed': false,
  'log.changed': false,
  'accounts.imported': false,
  'accounts.exported': false,
  'webhook.changed': true,
  'key.created': true,
  'key.revoked': false,
  'application.created': true,
  'application.updated': true,
  'application.deleted': false,
  'application.secret_added': true,
  'application.secret_removed': false,
  'grant.created': false,
  'grant.revoked': false,
  'grant.code_reused': false,
  'grant.refresh_reused': false,
  'oauth.key_rotated': false,
  'invitation.created': true,
  'invitation.accepted': true,
  'invitation.revoked': false,
  'organization.created': false,
  'organization.updated': false,
  'organization.suspended': false,
  'organization.activated': false,
  'organization.deleted': false,
  'organization.restored': false,
  'organization.invitation_created': false,
  'organization.invitation_revoked': false,
  'organization.domain_verified': false,
  'organization.domain_lost': false,
  'member.added': false,
  'member.updated': false,
  'member.removed': false,
  'role.created': false,
  'role.updated': false,
  'role.deleted': false,
  'connection.created': false,
  'connection.updated': false,
  'connection.deleted': false,
  'connection.token_created': false,
  'connection.token_revoked': false,
  'connection.certificate_expiring': false,
  'connection.trust_lost': false,
  'connection.break_glass_used': false,
  'portal.created': false,
  'portal.ended': false,
  'account.unlocked': false,
  'account.deletion_requested': false,
  'account.deletion_cancelled': false,
  'account.exported': false,
  'superadmin.reset': true,
  'session.started': false,
  // Ends with the session of the superadmin.
  'impersonation.started': false,
  'impersonation.ended': false,
  'session.ended': false,
  'login.failed': false,
  'login.locked_out': false,
  'code.sent': false,
  'recovery_code.used': false,
} as const satisfies Record<EventType, boolean>;

/** A type of acts that an undo takes back, or reads. */
export type UndoneType = {
  [T in EventType]: (typeof UNDONE)[T] extends true ? T : never;
}[EventType];

const NAMES: ReadonlySet<string> = new Set(
  Object.entries(UNDONE).flatMap(([type, undone]) => (undone ? [type] : [])),
);

function isUndone(type: string): type is UndoneType {
  return NAMES.has(type);
}

export const UNDONE_TYPES: readonly UndoneType[] = [...NAMES].filter(isUndone);

/** An undo reads these events, whatever the settings say: seven days back, from up to seven days after the change. */
export const UNDONE_KEPT_MS = 15 * 86_400_000;
