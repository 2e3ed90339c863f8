import type { Authenticator } from '../../support/authenticator.ts';
import type { Browser } from '../../support/browser.ts';

/*
 * The credentials of each person, and whether they must still work. It does not model the service's decisions,
 * only the acts of people and the guarantees of a proven mailbox.
 */

export const PEOPLE = ['stranger', 'owner', 'thief'] as const;
export type Person = (typeof PEOPLE)[number];

/** Each person reads the mailbox of that name; the owner reads a second one too. */
export const MAILBOXES = [...PEOPLE, 'second'] as const;
export type Mailbox = (typeof MAILBOXES)[number];

export const readerOf = (mailbox: Mailbox): Person => (mailbox === 'second' ? 'owner' : mailbox);

export type Purpose = 'signup' | 'login' | 'reset' | 'verify';

/** A credential that may lead into an account, now or later. */
export type Thing =
  | { kind: 'session'; id: number; access: string; refresh: string | undefined }
  | { kind: 'password'; secret: string; laundered: boolean }
  | { kind: 'phone'; phone: string }
  | { kind: 'link'; provider: Provider; subject: string; laundered: boolean }
  | { kind: 'passkey'; id: string; authenticator: Authenticator }
  | { kind: 'app'; secret: string }
  | { kind: 'pending app'; secret: string }
  | { kind: 'recovery codes'; codes: string[] }
  | { kind: 'challenge'; token: string; browser: Browser | null; entry: Entry }
  | { kind: 'code'; purpose: Purpose; email: string; otp: string; isChange: boolean }
  | { kind: 'visit'; browser: Browser; callback: URL; claims: Claims; session: number | null }
  | { kind: 'grant'; refresh: string }
  /** `proven`: whether its mailbox was, when the mail was sent. */
  | { kind: 'undo'; token: string; email: string; since: number; proven: boolean }
  | { kind: 'invitation'; token: string; email: string };

export type ThingKind = Thing['kind'];
export type Provider = 'idp1' | 'idp2';

/** The profile that a provider returns. */
export interface Claims {
  provider: Provider;
  subject: string;
  email: string;
  verified: boolean;
}

/** How a person entered, as far as it matters later. */
export interface Entry {
  /** The mailbox that was read for it; null: none. */
  mailbox: string | null;
  how: 'code' | 'verify' | 'reset' | 'provider' | 'password' | 'invitation' | 'passkey';
  laundered: boolean;
  /** The identity that the sign-in links. */
  links: Claims | null;
  /** The account, if it is known beforehand. */
  account?: number;
  /** The session that came with it. */
  presented?: number | undefined;
}

export interface Held<T extends Thing = Thing> {
  by: Person;
  account: number;
  /** When the holder got it into the account. */
  at: number;
  thing: T;
  /** Why it must no longer work; null while it may. */
  over: string | null;
}

export interface SessionFacts {
  account: number;
  /** The last proof that counts as recent; -Infinity for none. */
  provenAt: number;
}

/** A mailbox that was proven to be the one of an account's email. */
export interface Proof {
  email: string;
  by: Person;
  at: number;
}

/** A session has moved the email of an account. */
export interface Move {
  from: string;
  to: string;
  at: number;
  confirmed: boolean;
  /** Whether the mailbox that the account left was proven. */
  proven: boolean;
}

export interface World {
  held: Held[];
  sessions: Map<number, SessionFacts>;
  /** By account. It counts while the account has that email. */
  proofs: Map<number, Proof>;
  /** Accounts whose email was changed by a session without a recent proof, and when. */
  movedBlindly: Map<number, { email: string; at: number }>;
  /** The same for pending changes. */
  askedBlindly: Map<number, string>;
  /** By account, the moves that led to its present email. */
  moves: Map<number, Move[]>;
  /** Accounts that a superadmin has set to `pending`. */
  heldBack: Set<number>;
}

export const MINUTE = 60_000;
export const DAY = 86_400_000;
export const RECENT = 10 * MINUTE;

const SHORT = ['challenge', 'code', 'visit', 'pending app'] as const satisfies ThingKind[];
const FACTORS = ['passkey', 'app', 'recovery codes'] as const satisfies ThingKind[];
const ENTRANCES = ['password', 'session'] as const satisfies ThingKind[];
const ALL = [...ENTRANCES, ...FACTORS, ...SHORT, 'grant', 'link', 'phone', 'undo'] as const;

/** The credentials of others that an act of the owner or a superadmin ends. */
const ENDS = {
  // `endDoubtful` ends links that undo changes.
  firstVerify: [...FACTORS, ...SHORT, 'link', 'phone', 'grant'],
  firstProof: ALL,
  reset: [...ENTRANCES, ...SHORT, 'grant'],
  ownPassword: [...ENTRANCES, ...SHORT],
  /** Codes from the mailbox stay, because the session has not proven it. */
  ownPasswordUnproven: [...ENTRANCES, 'challenge', 'visit', 'pending app'],
  undo: [...ENTRANCES, ...SHORT, 'grant'],
  disown: [...ENTRANCES, ...SHORT, 'phone', 'grant'],
  assignedUnproven: ['session', ...FACTORS, ...SHORT, 'link', 'grant'],
  assignedProven: ['session', ...SHORT, 'grant'],
  promotionUnproven: ['session', ...FACTORS, ...SHORT, 'link', 'grant'],
  promotionProven: ['session', ...SHORT, 'grant'],
  rescue: ['session', ...FACTORS, ...SHORT, 'link', 'undo', 'grant'],
  inactive: ['session', 'challenge', 'grant'],
  factorsReset: ['session', ...FACTORS, ...SHORT, 'grant'],
  deletion: ALL,
} as const satisfies Record<string, readonly ThingKind[]>;

export type Ending = keyof typeof ENDS;

/** The service then forgets which mailboxes an account had. */
const FORGET: ReadonlySet<Ending> = new Set<Ending>([
  'firstProof',
  'assignedUnproven',
  'assignedProven',
  'promotionUnproven',
  'promotionProven',
  'rescue',
  'deletion',
]);

export interface EndOptions {
  /** The person whose credentials stay; null: nobody. */
  but?: Person | null;
  /** The sessions that stay, with all their copies. */
  own?: readonly (number | undefined)[];
  /** Other credentials of these kinds end too, depending on their time. */
  also?: { kinds: readonly ThingKind[]; since: number } | { kinds: readonly ThingKind[]; until: number };
}

/** Records the credentials that an act ends. @returns these credentials */
export function end(
  world: World,
  account: number,
  act: Ending,
  { but = null, own = [], also }: EndOptions = {},
): Held[] {
  const kinds: readonly ThingKind[] = ENDS[act];
  if (FORGET.has(act)) world.moves.delete(account);
  const ended = world.held.filter((one) => {
    const { thing, at } = one;
    if (one.account !== account || one.by === but || one.over !== null) return false;
    if (thing.kind === 'session' && own.includes(thing.id)) return false;
    if (kinds.includes(thing.kind)) return true;
    if (also?.kinds.includes(thing.kind) !== true) return false;
    return 'since' in also ? at >= also.since : at < also.until;
  });
  for (const one of ended) one.over = act;
  return ended;
}

export const FACTOR_KINDS: readonly ThingKind[] = FACTORS;

export function createWorld(): World {
  return {
    held: [],
    sessions: new Map(),
    proofs: new Map(),
    movedBlindly: new Map(),
    askedBlindly: new Map(),
    moves: new Map(),
    heldBack: new Set(),
  };
}

/** Records a credential; the same link or session in the same account is recorded once. */
export function hold(world: World, by: Person, account: number, at: number, thing: Thing): Held {
  if (thing.kind === 'link')
    world.held = world.held.filter(
      (one) =>
        one.thing.kind !== 'link' ||
        one.account !== account ||
        one.thing.provider !== thing.provider ||
        one.thing.subject !== thing.subject,
    );
  const held = { by, account, at, thing, over: null };
  world.held.push(held);
  return held;
}

export function isKind<K extends ThingKind>(held: Held, kind: K): held is Held<Extract<Thing, { kind: K }>> {
  return held.thing.kind === kind;
}

/** The valid credentials of a kind that a person holds, newest first. */
export function holdings<K extends ThingKind>(
  world: World,
  by: Person,
  kind: K,
): Held<Extract<Thing, { kind: K }>>[] {
  return world.held
    .filter((one): one is Held<Extract<Thing, { kind: K }>> => isKind(one, kind) && one.by === by)
    .filter(({ over }) => over === null)
    .toReversed();
}
