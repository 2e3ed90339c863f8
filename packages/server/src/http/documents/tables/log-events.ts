import { EVENTS } from '../../../features/audit/events/events.ts';
import { REQUEST } from '../../../features/operations/logs/entries.ts';
import { table } from './markdown.ts';

/** The fields of an event in `metadata`, as Markdown. Most events have none. */
const METADATA: Readonly<Partial<Record<keyof typeof EVENTS, string>>> = {
  'service.started': 'the [start report](#the-start-report)',
  'login.succeeded': '`method`: `password` or `code`',
  'login.failed': '`method`, `reason`; the `email` if no account has it',
  'login.locked_out': '`method`, `reason`; the `email` if no account has it',
  'account.signed_up': '`method`',
  'account.profile_changed': '`fields`',
  'account.password_reset': '`method`',
  'account.email_change_undone': '`changed`: whether the email had changed already',
  'account.email_verified': '`method`',
  'code.requested': '`purpose`, `form`: `code` or `link`, `email`',
  'code.restricted': '`limit`, `until`',
  'code.failed': '`purpose`, `email`, `reason`',
  'token.claims_left_out': '`bytes`, `at_most`',
  'token.organization_left_out': '`organization_id`, `bytes`, `at_most`',
  'session.ended': '`by_session`, if another session ended it',
  'session.others_ended': '`count`',
  'provider.signed_in': '`provider`, `linked_now`',
  'provider.failed': '`provider`, `reason`',
  'provider.linked': '`provider`, `linked_now`',
  'provider.unlinked': '`provider`',
  'captcha.failed': '`captcha`, `passed`: whether the request passed, `cause`',
  'mail.sent': '`kind`, `to`',
  'mail.failed': '`kind`, `to`, `reason`',
  'webhook.disabled': '`webhook_id`, `url` (its origin), `reason`',
  'settings.changed': '`section`, `before`, `after` without secrets',
  'settings.refused': '`section`, `reason`',
  'admin.account_created': '`account_id`, `after`',
  'admin.account_changed': '`account_id`, `before`, `after`',
  'admin.account_deleted': '`account_id`, `before`',
  'admin.invitation_changed': '`invitation_id`, `action`, `email`, `role`',
  'admin.account_unlocked': '`account_id`',
  'admin.factors_reset': '`account_id`, `before`',
  'admin.sessions_ended': '`count`; `account_id`, `session_id` or `which`',
  'admin.codes_removed': '`count`; `which`, or `code_id` and `purpose`',
  'admin.link_removed': '`account_id`, `link_id`, `provider`',
  'admin.webhook_changed': '`webhook_id`, `action`, `url` (its origin)',
  'admin.key_created': '`id`, `name`, `scopes`',
  'admin.key_revoked': '`id`, `name`, `scopes`',
  'admin.application_changed': '`client_id`, `name`, `type`, `source`, `action`',
  'log.lines_lost': '`log`, `lines`',
  'admin.log_changed': '`action`, `log` or `snapshot`',
};

/** Everything that the service writes to app.log. */
export function logEvents(): string {
  const metadata: Readonly<Record<string, string | undefined>> = METADATA;
  const rows = [[REQUEST.event, REQUEST] as const, ...Object.entries(EVENTS)].map(
    ([name, { level, message }]) => [`\`${name}\``, level, message, metadata[name] ?? ''],
  );
  return table(['Event', 'Level', 'Meaning', 'Metadata'], rows);
}
