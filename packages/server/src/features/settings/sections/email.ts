import { isIP } from 'node:net';
import { invalidFields } from '../../../errors.ts';
import { parseEmail } from '../../../lib/email.ts';
import { emailFields } from '../../../config/sections/email.ts';
import { isKept, sectionKind } from '../kinds/section-kind.ts';

export const email = sectionKind({
  fields: emailFields,
  stepUp: true,
  together: ['host', 'port', 'username', 'password', 'use_tls'],
  settle({ input, merged, next, values }) {
    // The start accepts senders that requests may not set. A form may send such a sender back unchanged.
    if (next['sender'] !== values.sender && !isSender(String(next['sender'])))
      throw invalidFields({ path: 'sender', message: SENDER_RULE });
    // Otherwise a superadmin, who may not read the password, could have it sent to another server.
    const elsewhere = next['host'] !== values.host || next['username'] !== values.username;
    if (values.password !== '' && isKept(input['password']) && elsewhere) {
      throw invalidFields({
        path: 'password',
        message: 'is kept only with the same host and username: send it again, or "" for none',
      });
    }
    return merged;
  },
});

export const SENDER_RULE = 'must be one plain email address, such as auth@example.org or keyward@localhost';

/** Whether a text is an email address as accounts have it, or an address at a host without a dot. */
function isSender(text: string): boolean {
  return parseEmail(text) !== null || parseEmail(`${text}.localhost`) !== null;
}

const LABEL = '[A-Za-z0-9_][A-Za-z0-9_-]{0,62}';
/** The names that {@link isHost} accepts: a name, an IPv4 address, the characters of an IPv6 address, or nothing. */
export const HOST_PATTERN = `^(?:${LABEL}(?:\\.${LABEL})*\\.?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%[0-9A-Za-z.:-]+)?)?$`;
const HOST = new RegExp(HOST_PATTERN);

/** Whether a text names a host to connect to. The empty text means no host. */
export function isHost(text: string): boolean {
  return HOST.test(text) && (!text.includes(':') || isIP(text) !== 0);
}
