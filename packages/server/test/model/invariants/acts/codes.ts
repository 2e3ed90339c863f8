import assert from 'node:assert/strict';
import { callAs, proven, sessionOf, takeEntry } from '../entering.ts';
import { endLater, linkOfEarlier, move } from '../moves.ts';
import type { Stage } from '../stage.ts';
import { kind } from '../step.ts';
import {
  DAY,
  end,
  type Entry,
  FACTOR_KINDS,
  type Held,
  hold,
  holdings,
  type Mailbox,
  PEOPLE,
  type Person,
  type Purpose,
  readerOf,
  type Thing,
} from '../world.ts';

const MAILED = [
  'owner',
  'owner',
  'owner',
  'stranger',
  'thief',
  'second',
] as const satisfies readonly Mailbox[];
const PURPOSES = ['login', 'reset', 'verify', 'signup'] as const satisfies readonly Purpose[];
const WITH = ['nothing', 'nothing', 'session'] as const;

async function ask(
  stage: Stage,
  by: Person,
  mailbox: Mailbox,
  purpose: Purpose,
  form: string,
): Promise<void> {
  // One mail a minute for each purpose.
  stage.advance(61_000);
  stage.asked = purpose;
  await stage.call(by, 'POST', `/send/email/${form}/${purpose}`, { body: { email: stage.email(mailbox) } });
  await stage.takeMails();
}

/** Anybody can ask for a code; only its mailbox gets it. */
export const askCode = kind(
  'askCode',
  { by: PEOPLE, mailbox: MAILED, purpose: PURPOSES, form: ['otp', 'link'] },
  (stage, { by, mailbox, purpose, form }) => ask(stage, by, mailbox, purpose, form),
);

/** Uses an earlier code, alone or together with a session. */
export const useCode = kind(
  'useCode',
  { by: PEOPLE, nth: [0, 1, 2], beside: WITH },
  async (stage, { by, nth, beside }) => {
    const codes = holdings(stage.world, by, 'code');
    const code = codes[nth % Math.max(1, codes.length)];
    if (code !== undefined) await spend(stage, code, beside);
  },
);

/** Reads the person's own mailbox, and proves it with the newest code. */
export const prove = kind(
  'prove',
  { mailbox: MAILED, by: PURPOSES, form: ['otp', 'link'], beside: WITH },
  async (stage, { mailbox, by: purpose, form, beside }) => {
    const reader = readerOf(mailbox);
    await ask(stage, reader, mailbox, purpose, form);
    const email = stage.email(mailbox);
    const code = holdings(stage.world, reader, 'code').find(
      ({ thing }) => thing.purpose === purpose && thing.email === email,
    );
    if (code !== undefined) await spend(stage, code, beside, form === 'link');
  },
);

type CodeHeld = Held<Extract<Thing, { kind: 'code' }>>;

async function spend(stage: Stage, code: CodeHeld, beside: string, headless = false): Promise<void> {
  const { by, thing } = code;
  const { purpose, email, otp } = thing;
  const session = beside === 'session' ? sessionOf(stage, by) : undefined;
  const send = (path: string, body: object) =>
    session === undefined
      ? stage.call(by, 'POST', path, { body: { email, otp, ...body } })
      : callAs(stage, session, 'POST', path, { email, otp, ...body });
  const account = [...stage.rows.accounts.values()].find((one) => one.email === email)?.id ?? 0;
  const entry: Entry = {
    mailbox: email,
    how: purpose === 'reset' ? 'reset' : 'code',
    laundered: isMovedBlindly(stage, account, email),
    links: null,
    presented: session?.thing.id,
  };
  if (purpose === 'login') {
    const answer = await send(headless ? '/link/login' : '/login/otp', {});
    if ((await takeEntry(stage, by, answer, entry)) !== null) used(stage, code);
  } else if (purpose === 'verify') {
    const answer = await send('/link/verify', {});
    if (answer.status !== 200) return;
    used(stage, code);
    await stage.look();
    await confirmed(stage, code, entry);
  } else {
    const secret = stage.newSecret();
    const path = purpose === 'reset' ? '/forgot/password' : '/signup/otp';
    const answer = await send(path, { password: secret, ...(purpose === 'signup' && { name: by }) });
    const entered = await takeEntry(stage, by, answer, entry);
    const isSet = entered !== null || answer.body['error'] === 'SecondFactorRequiredError';
    if (!isSet) return;
    used(stage, code);
    hold(stage.world, by, entered?.account ?? account, stage.now(), {
      kind: 'password',
      secret,
      laundered: entry.laundered,
    });
  }
}

/** A correct code to verify: for the present email of an account, or for a pending one. */
async function confirmed(stage: Stage, { by, account, thing }: CodeHeld, entry: Entry): Promise<void> {
  const { world, rows, before } = stage;
  const present = [...rows.accounts.values()].find(({ email }) => email === thing.email);
  stage.answers.push({ by, what: 'done', account: present?.id ?? 0, note: 'verify' });
  if (present === undefined) return;
  const former = before.accounts.get(present.id);
  if (former?.email === present.email) {
    proven(stage, by, present.id, { ...entry, how: 'verify' });
    return;
  }
  assert.equal(
    entry.presented !== undefined && before.sessions.get(entry.presented),
    present.id,
    `invariant 3: the ${by} made a change of email count without a session of account ${present.id}`,
  );
  assert.equal(present.id, account, 'the account that asked for the change');
  const at = stage.now();
  world.proofs.set(present.id, { email: present.email, by, at });
  if (former !== undefined)
    move(world, present.id, {
      from: former.email,
      to: present.email,
      at,
      confirmed: true,
      proven: former.verified,
    });
  if (world.askedBlindly.get(present.id) === present.email)
    world.movedBlindly.set(present.id, { email: present.email, at });
}

function isMovedBlindly(stage: Stage, account: number, email: string): boolean {
  const moved = stage.world.movedBlindly.get(account);
  return moved !== undefined && moved.email === email && stage.now() - moved.at < 7 * DAY;
}

function used({ world }: Stage, code: CodeHeld): void {
  world.held = world.held.filter((one) => one !== code);
}

/** Uses an undo link that was mailed. */
export const undo = kind(
  'undo',
  { by: ['owner', 'owner', 'stranger', 'thief'], nth: [0, 1, 2], must: [false] as readonly boolean[] },
  async (stage, { by, nth, must }) => {
    const links = holdings(stage.world, by, 'undo');
    const link = links[nth % Math.max(1, links.length)];
    assert.ok(link !== undefined || !must, `invariant 4: the ${by} has got no link to undo it`);
    if (link !== undefined) await useUndo(stage, link, must);
  },
);

async function useUndo(
  stage: Stage,
  link: Held<Extract<Thing, { kind: 'undo' }>>,
  must: boolean,
): Promise<void> {
  const { by, account, thing } = link;
  const answer = await stage.call(by, 'POST', '/email/undo', { body: { token: thing.token } });
  assert.ok(
    answer.status === 200 || !must,
    `invariant 4: the link of the ${by} undoes nothing: ${answer.text}`,
  );
  if (answer.status !== 200) return;
  await stage.look();
  stage.answers.push({ by, what: 'done', account, note: 'undo' });
  const { world } = stage;
  const row = stage.rows.accounts.get(account);
  // A link of a first proof undoes the move to its mailbox, while a proven mailbox before could.
  const earlier = thing.since === 0 ? linkOfEarlier(world, account, thing.email, stage.now()) : undefined;
  assert.equal(answer.body['returned'] === true, earlier !== undefined, 'where the account went');
  if (earlier !== undefined) assert.equal(row?.email, earlier.thing.email, 'the earlier mailbox');
  const undone = earlier ?? link;
  if (row?.verified === true) world.proofs.set(account, { email: row.email, by: undone.by, at: stage.now() });
  world.movedBlindly.delete(account);
  endLater(world, undone);
  const { since } = undone.thing;
  // From the beginning of the account: everything before the proof of the mailbox.
  const act = since === 0 ? 'disown' : 'undo';
  end(world, account, act, { also: { kinds: ['link', ...FACTOR_KINDS], since } });
}
