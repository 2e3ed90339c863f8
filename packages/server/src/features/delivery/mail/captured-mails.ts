import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { systemCode } from '../../../config/error.ts';
import type { Message, QueuedMail } from './compose.ts';

/** A captured mail as a list shows it. */
export const CapturedMailSummary = Type.Object({
  /** The name of its files. */
  id: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  kind: Type.String(),
  /** Milliseconds since the epoch. */
  createdAt: Type.Integer(),
  code: Type.Union([Type.String(), Type.Null()]),
  link: Type.Union([Type.String(), Type.Null()]),
});
export type CapturedMailSummary = Static<typeof CapturedMailSummary>;

const CapturedMail = Type.Object({
  ...CapturedMailSummary.properties,
  html: Type.String(),
  text: Type.String(),
});

/** `raw` is the mail as a server would have received it. */
export type CapturedMail = Static<typeof CapturedMail> & { raw: string };

/**
 * Mails that stay on this machine because there is no mail server. It keeps the newest {@link MAX_CAPTURED_MAILS}.
 */
export interface CapturedMails {
  add(queued: QueuedMail, message: Message): Promise<void>;
  /** Newest first. */
  list(): Promise<CapturedMailSummary[]>;
  find(id: string): Promise<CapturedMail | null>;
  /** Removes all. @returns how many there were */
  clear(): Promise<number>;
}

export const MAX_CAPTURED_MAILS = 200;

const ID = /^\d{8}T\d{9}Z-[a-z0-9]{1,40}$/;

/** The captured mails of an instance. */
export function capturedMailsIn(dataDir: string): CapturedMails {
  return createCapturedMails(join(dataDir, 'mail'));
}

/**
 * A folder with two files for each mail: `<time>-<random>.eml`, which mail programs open, and a `.json` with its parts,
 * so that no reader has to parse a mail.
 */
export function createCapturedMails(folder: string): CapturedMails {
  /** Summaries of the existing mails, by id. A file never changes once it is written. */
  let summaries = new Map<string, CapturedMailSummary>();

  const path = (id: string, extension: 'eml' | 'json') => join(folder, `${id}.${extension}`);

  async function write(file: string, content: string | Buffer): Promise<void> {
    // Another process may list the folder, and must not find an incomplete file.
    await writeFile(`${file}.part`, content, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  /** Oldest first: the names begin with the time. */
  async function ids(): Promise<string[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    });
    return names
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -'.eml'.length))
      .filter((id) => ID.test(id))
      .sort();
  }

  async function remove(id: string): Promise<void> {
    await rm(path(id, 'eml'), { force: true });
    await rm(path(id, 'json'), { force: true });
  }

  async function read(id: string): Promise<Static<typeof CapturedMail> | null> {
    try {
      const value: unknown = JSON.parse(await readFile(path(id, 'json'), 'utf8'));
      // Imported late, because the module consists of hundreds of files.
      const { Value } = await import('typebox/value');
      return Value.Check(CapturedMail, value) ? value : null;
    } catch {
      // The file was removed, or belongs to another program.
      return null;
    }
  }

  async function summaryOf(id: string): Promise<CapturedMailSummary | null> {
    const mail = await read(id);
    if (mail === null) return null;
    const { to, subject, kind, createdAt, code, link } = mail;
    return { id, to, subject, kind, createdAt, code, link };
  }

  return {
    async add({ id: random, createdAt, mail }, message) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date(createdAt).toISOString().replaceAll(/[-:.]/g, '');
      const id = `${time}-${random}`;
      const parts: Static<typeof CapturedMail> = {
        id,
        to: mail.to,
        subject: message.subject,
        kind: mail.kind,
        createdAt,
        code: 'code' in mail ? mail.code : null,
        link: linkOf(mail),
        html: message.html,
        text: message.text,
      };
      await write(path(id, 'json'), JSON.stringify(parts));
      // Loaded with the first mail.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
      await write(path(id, 'eml'), await new MailComposer(message).compile().build());
      for (const old of (await ids()).slice(0, -MAX_CAPTURED_MAILS)) await remove(old);
    },

    async list() {
      const known = summaries;
      const mails = await Promise.all((await ids()).map(async (id) => known.get(id) ?? summaryOf(id)));
      const found = mails.filter((mail) => mail !== null);
      summaries = new Map(found.map((mail) => [mail.id, mail]));
      return found.toReversed();
    },

    async find(id) {
      if (!ID.test(id)) return null;
      const parts = await read(id);
      if (parts === null) return null;
      const raw = await readFile(path(id, 'eml'), 'utf8').catch(() => null);
      return raw === null ? null : { ...parts, raw };
    },

    async clear() {
      const all = await ids();
      await Promise.all(all.map(remove));
      return all.length;
    },
  };
}

/** What the mail leads to: its link, or that which undoes the change that it reports. */
function linkOf(mail: QueuedMail['mail']): string | null {
  if ('link' in mail) return mail.link;
  return 'undo' in mail ? (mail.undo?.link ?? null) : null;
}
