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
  const left = moves.find((one) => one.from === to && at - one.at < 7 * DAY);
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

/** A first proof with a session ends the links of other mailboxes, if they were unproven or the move to them unconfirmed. */
export function endDoubtful(world: World, account: number, email: string): void {
  const unconfirmed = (world.moves.get(account) ?? []).filter(({ confirmed }) => !confirmed);
  endLinks(
    world,
    account,
    'the proof of another mailbox',
    ({ thing }) =>
      thing.email !== email && (!thing.proven || unconfirmed.some(({ to }) => to === thing.email)),
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
