import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { domainToASCII } from 'node:url';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { portOf } from './servers.ts';

/** A mail as the server received it. */
export interface ReceivedMail {
  /** The envelope: the real recipients, independent of the headers. */
  envelope: { from: string; to: string[] };
  /** Headers and body as sent. */
  raw: string;
  parsed: Email;
  /** Whether it came over TLS. */
  secure: boolean;
  /** The user name that the client proved; empty without authentication. */
  user: string;
}

export interface MailServerOptions {
  /** Default: a free one. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Changes to the default: a server that accepts every mail, without TLS and authentication. */
  smtp?: SMTPServerOptions;
}

/**
 * A real SMTP server. By default it listens on a free port of 127.0.0.1, uses neither TLS nor authentication, and
 * accepts every mail.
 */
export interface MailServer extends AsyncDisposable {
  /** For KEYWARD_SMTP_URL. */
  url: string;
  port: number;
  /** Everything received so far, in order. */
  mails: readonly ReceivedMail[];
  /**
   * The next mail to an address that this method has not given out yet; waits for one.
   * @throws Error when none comes in time (15 s by default: the machine may be busy)
   */
  nextMail(to: string, timeoutMs?: number): Promise<ReceivedMail>;
  /** All mails to an address so far. */
  mailsTo(to: string): ReceivedMail[];
}

/** The mailer uses implicit TLS for a port that ends in 465, as one free port in a thousand does. */
export function meansTls(port: number): boolean {
  return port % 1000 === 465;
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const given = new Set<ReceivedMail>();
  let arrival = Promise.withResolvers<void>();

  async function receive(stream: Readable, session: SMTPServerSession): Promise<void> {
    const { envelope } = session;
    const bytes = await buffer(stream);
    mails.push({
      envelope: {
        from: envelope.mailFrom === false ? '' : asSent(envelope.mailFrom.address),
        to: envelope.rcptTo.map(({ address }) => asSent(address)),
      },
      raw: bytes.toString('latin1'),
      parsed: await PostalMime.parse(bytes),
      secure: session.secure,
      user: session.user ?? '',
    });
    arrival.resolve();
    arrival = Promise.withResolvers<void>();
  }

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      callbackify(receive)(stream, session, (error) => done(error));
    },
    ...options.smtp,
  });
  // A client that disconnects in the middle of a mail does not fail the test.
  server.on('error', () => {});
  const listening = server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
  await once(listening, 'listening');
  const port = portOf(listening);
  if (options.port === undefined && meansTls(port)) {
    listening.close();
    return startMailServer(options);
  }

  const mailsTo = (to: string) => mails.filter((mail) => mail.envelope.to.includes(to));

  async function nextMail(to: string, timeoutMs = 15_000): Promise<ReceivedMail> {
    const deadline = AbortSignal.timeout(timeoutMs);
    const late = once(deadline, 'abort');
    for (;;) {
      const next = mailsTo(to).find((mail) => !given.has(mail));
      if (next !== undefined) {
        given.add(next);
        return next;
      }
      if (deadline.aborted) throw new Error(`No mail to ${to} in ${timeoutMs} ms`);
      await Promise.race([arrival.promise, late]);
    }
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    mailsTo,
    nextMail,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The server library shows international domains in Unicode. */
function asSent(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + domainToASCII(address.slice(at));
}

/** The code in a mail: six digits that stand alone on a line of its text. @throws Error unless there is exactly one */
export function codeIn({ parsed }: ReceivedMail): string {
  const [code, ...others] = (parsed.text ?? '').match(/(?<=^[ \t]*)\d{6}(?=[ \t]*$)/gm) ?? [];
  if (code === undefined || others.length > 0)
    throw new Error(`Not one code in ${JSON.stringify(parsed.text)}`);
  return code;
}

/** The link in a mail. @throws Error unless there is exactly one in its text, and the HTML leads to the same */
export function linkIn({ parsed }: ReceivedMail): string {
  const [link, ...others] = new Set((parsed.text ?? '').match(/https?:\/\/\S+/g));
  if (link === undefined || others.length > 0)
    throw new Error(`Not one link in ${JSON.stringify(parsed.text)}`);
  const targets = [...(parsed.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  if (targets.some((target) => target !== link)) throw new Error(`The HTML leads to ${targets.join(' ')}`);
  return link;
}
