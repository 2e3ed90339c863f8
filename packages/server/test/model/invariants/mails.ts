import type { ReceivedMail } from '../../support/mail-server.ts';
import { mailsDelivered } from '../../http/codes/support/mailed.ts';
import type { Stage } from './stage.ts';
import { DAY, hold, type Purpose } from './world.ts';

const PURPOSES: readonly string[] = ['signup', 'login', 'reset', 'verify'] satisfies Purpose[];
const isPurpose = (text: string): text is Purpose => PURPOSES.includes(text);

/** Gives the content of new mails to the reader of the mailbox. */
export async function readMails(stage: Stage): Promise<void> {
  for (const instance of stage.instances) await mailsDelivered(instance);
  while (stage.mailsRead < stage.mail.mails.length) {
    const mail = stage.mail.mails[stage.mailsRead];
    stage.mailsRead += 1;
    if (mail !== undefined) await readMail(stage, mail);
  }
}

async function readMail(stage: Stage, { envelope, parsed }: ReceivedMail): Promise<void> {
  const email = envelope.to[0] ?? '';
  const by = stage.reader(email);
  if (by === null) return;
  const text = parsed.text ?? '';
  const links = [...new Set(text.match(/https?:\/\/\S+/g))].map((link) => new URL(link));
  const code = /(?<=^[ \t]*)\d{6}(?=[ \t]*$)/m.exec(text)?.[0];
  const mailed = links.find(({ searchParams }) => searchParams.has('otp'));
  const otp = code ?? mailed?.searchParams.get('otp');
  if (otp !== undefined && otp !== null) {
    const named = mailed?.searchParams.get('purpose') ?? mailed?.pathname.split('/').at(-1) ?? stage.asked;
    await holdCode(stage, email, isPurpose(named) ? named : 'verify', otp);
  }
  for (const { pathname, searchParams } of links) {
    const token = searchParams.get('token');
    if (token === null) continue;
    if (pathname.includes('invitation'))
      hold(stage.world, by, 0, stage.now(), { kind: 'invitation', token, email });
    else if (pathname.includes('undo')) await holdUndo(stage, email, token);
  }
}

async function holdCode(stage: Stage, email: string, purpose: Purpose, otp: string): Promise<void> {
  const by = stage.reader(email);
  const [row] = await database(stage).query(
    'select account_id from codes where email_key = $1 and purpose = $2 order by id desc',
    [email.toLowerCase(), purpose],
  );
  const change = row?.['account_id'];
  const [known] = await database(stage).query('select id from accounts where email_key = $1', [
    email.toLowerCase(),
  ]);
  const account = Number(change ?? known?.['id'] ?? 0);
  const isChange = typeof change === 'number';
  if (by !== null)
    hold(stage.world, by, account, stage.now(), { kind: 'code', purpose, email, otp, isChange });
}

/** A link that undoes a change. It does not contain the account, so the row is read. */
async function holdUndo(stage: Stage, email: string, token: string): Promise<void> {
  const by = stage.reader(email);
  const { held } = stage.world;
  if (by === null || held.some(({ thing }) => thing.kind === 'undo' && thing.token === token)) return;
  const [row] = await database(stage).query(
    'select account_id, created_at, undo_since, old_email_verified from email_changes where undo_nonce = $1',
    [token.split('.')[0] ?? ''],
  );
  if (row === undefined) return;
  // Without a time, it reaches back as long as a thief may have had access.
  const since = Number(row['undo_since'] ?? Number(row['created_at']) - 7 * DAY);
  const proven = row['old_email_verified'] === 1;
  hold(stage.world, by, Number(row['account_id']), stage.now(), {
    kind: 'undo',
    token,
    email,
    since,
    proven,
  });
}

function database(stage: Stage) {
  const [first] = stage.instances;
  if (first === undefined) throw new Error('no instance');
  return first.database;
}
