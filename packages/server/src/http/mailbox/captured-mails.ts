import { Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import type { CapturedMails, CapturedMailSummary } from '../../features/delivery/mail/captured-mails.ts';
import type { Services } from '../../services/services.ts';
import { timestamp } from '../../lib/clock.ts';
import { nullable } from '../../features/audit/serializers/shapes.ts';

export const MailSummarySchema = Type.Object({
  id: Type.String({ examples: ['20260131T120000000Z-k3j2'] }),
  to: Type.String(),
  subject: Type.String(),
  kind: Type.String(),
  created_at: Type.String(),
  code: nullable(Type.String()),
  link: nullable(Type.String()),
});

export function presentSummary({ id, to, subject, kind, createdAt, code, link }: CapturedMailSummary) {
  return { id, to, subject, kind, created_at: timestamp(createdAt), code, link };
}

/** Settings may turn the mailbox on or off at any time. @throws KeywardError `RouteNotFoundError` while it is off */
export function capturedMails({ mailer }: Services): CapturedMails {
  if (mailer.captured === null) throw new KeywardError('RouteNotFoundError');
  return mailer.captured;
}
