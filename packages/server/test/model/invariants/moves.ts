import { DAY, type Held, isKind, type Move, type Thing, type World } from './world.ts';

/*
 * Which undo links end when the email of an account moves: somebody who had it for a while must not take it back from
 * those who had it before.
 */

type UndoHeld = Held<Extract<Thing, { kind: 'undo' }>>;

function endLinks(world: World, account: number, why: string, isOver: (link: UndoHeld) => boolean): void {
  for (const one of world.held)
    if (isKind(one, 'undo') && one.account === account && one.over === null && isOver(one)) one.over = why;
}

/** A move back to an earlier mailbox ends the links of the mailboxes after that one. */
export function move(world: World, account: number, moved: Move): void {
  const moves = world.moves.get(account) ?? [];
  const { to, at } = moved;
  // A mailbox that was never proven takes nothing from one that was.
  const left = moves.find((one) => one.from === to && at - one.at < 7 * DAY && (one.proven || !moved.proven));
  if (left === undefined) {
    world.moves.set(account, [...moves, moved]);
    return;
  }
  endLinks(
    world,
    account,
    'the return to an earlier mailbox',
    (link) => link.thing.email !== to && link.at > left.at,
  );
  world.moves.set(
    account,
    moves.filter((one) => one.at <= left.at || one.from === to),
  );
}

/** The mailboxes to which a session moved the account, after it left a proven one, without a confirmation. */
function doubted(world: World, account: number): Set<string> {
  const unconfirmed = (world.moves.get(account) ?? []).filter(({ confirmed }) => !confirmed);
  const first = unconfirmed.findIndex(({ proven }) => proven);
  return new Set(first === -1 ? [] : unconfirmed.slice(first).map(({ to }) => to));
}

/** A first proof ends the links of mailboxes that were not proven or are doubted, but for those of `kept`. */
export function endDoubtful(world: World, account: number, kept: string | null): void {
  const doubts = doubted(world, account);
  endLinks(
    world,
    account,
    'the proof of a mailbox',
    ({ thing }) => thing.email !== kept && (!thing.proven || doubts.has(thing.email)),
  );
}

/** The newest link of an earlier mailbox that was proven before the present one. */
export function linkOfEarlier(
  world: World,
  account: number,
  email: string,
  now: number,
): UndoHeld | undefined {
  const doubts = doubted(world, account);
  return world.held
    .filter((one): one is UndoHeld => isKind(one, 'undo') && one.account === account && one.over === null)
    .findLast(
      ({ thing, at }) =>
        thing.email !== email && thing.proven && !doubts.has(thing.email) && now - at < 7 * DAY,
    );
}

/** An undo undoes the later changes too. */
export function endLater(world: World, { account, at, thing }: UndoHeld): void {
  const everything = thing.since === 0;
  endLinks(world, account, 'an undo of an earlier change', (link) => everything || link.at > at);
  const moves = world.moves.get(account) ?? [];
  world.moves.set(
    account,
    moves.filter((one) => !everything && one.at < at),
  );
}
