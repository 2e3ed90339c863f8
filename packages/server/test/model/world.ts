/*
 * The expected state of the service, in its simplest form: no hashes, no rows, no transactions. Each act changes it
 * and calls the service; then the answers and the states are compared.
 */

export type Profile = 'documented' | 'strict';
export const PURPOSES = ['signup', 'login', 'reset', 'verify'] as const;
export type Purpose = (typeof PURPOSES)[number];
export type ProviderName = 'idp2' | 'idp3';

export interface Account {
  id: number;
  /** Empty until the service has returned it. */
  uid: string;
  email: string;
  /** Null: the account signs in without one. */
  password: string | null;
  formerPassword: string | null;
  /** Whether the owner has proven the mailbox of the present email. */
  proven: boolean;
  status: string;
  deleted: boolean;
  /** The identity at each provider that is linked. */
  links: Map<ProviderName, string>;
  /** When a sign-in last made the address of this machine known to the account; null: never. */
  addressKnownAt: number | null;
}

/** RFC 8176's names for a password, a mailed code, and a provider. */
export type FirstFactor = 'pwd' | 'otp' | 'fed';

export interface Session {
  id: number;
  account: Account;
  /** How its owner proved who they are. */
  amr: FirstFactor;
  beganAt: number;
  expiresAt: number;
  ended: boolean;
  /** The number of the only refresh token that may still rotate. */
  newest: number;
  newestText: string | null;
  refreshedAt: number;
  /** When each refresh token was replaced. */
  replacedAt: Map<number, number>;
}

export interface Token {
  type: 'access' | 'refresh';
  text: string;
  session: Session;
  /** The generation of the key that signed it. */
  key: number;
  /** Unix seconds. */
  expiresAt: number;
  /** The place of a refresh token in the chain of its session. */
  number: number;
}

export interface Code {
  /** Null if the service mailed it to nobody. */
  value: string | null;
  expiresAt: number;
  wrongGuesses: number;
  used: boolean;
}

/** A sign-in or a link that was begun at a provider. */
export interface Flow {
  provider: ProviderName;
  identity: string;
  email: string;
  emailVerified: boolean;
  /** The session that asks for a link; null for a sign-in. */
  session: Session | null;
  beganAt: number;
  used: boolean;
}

export interface World {
  profile: Profile;
  now: () => number;
  settings: { key: number; dual: boolean; days: number; cookies: boolean };
  accounts: Account[];
  sessions: Session[];
  tokens: Token[];
  /** By email, purpose, and whether the account knows who asks; the newest last. */
  codes: Map<string, Code>;
  formerCodes: Map<string, string>;
  /** By email, purpose, and whether the account knows who asks. */
  codeSentAt: Map<string, number>;
  flows: Flow[];
  /** When passwords and codes were guessed wrong; limits have tests of their own, so that acts stay below them. */
  wrongGuesses: Record<'password' | 'code', number[]>;
}

/** The refusals of the service. */
export interface Refusal {
  refused: keyof typeof REFUSALS;
}

/** The status of each refusal, and its code in a redirect. */
export const REFUSALS = {
  AccountInactiveError: [403, 'account_inactive'],
  AuthError: [400, 'auth'],
  EmailAlreadyExistsError: [409, 'email_already_exists'],
  InvalidCredentialsError: [401, 'invalid_credentials'],
  InvalidTokenError: [401, 'invalid_token'],
  OAuthAlreadyLinkedError: [409, 'oauth_already_linked'],
  OAuthLinkNotFoundError: [404, 'oauth_link_not_found'],
  OAuthStateError: [400, 'oauth_state'],
  OTPExpiredError: [401, 'otp_expired'],
  OTPInvalidError: [401, 'otp_invalid'],
  OTPNotFoundError: [404, 'otp_not_found'],
  RateLimitedError: [429, 'rate_limited'],
  ReauthenticationRequiredError: [403, 'reauthentication_required'],
  SessionDestroyedError: [401, 'session_destroyed'],
  TokenExpiredError: [401, 'token_expired'],
  TokenMissingError: [401, 'token_missing'],
  UserNotFoundError: [404, 'user_not_found'],
} as const;

export const refuse = (refused: Refusal['refused']): Refusal => ({ refused });

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const DAY = 86_400 * SECOND;

const GRACE = 30 * SECOND;
const ACCESS_LIFE = 15 * MINUTE;
const FRESH = 10 * MINUTE;
const KNOWN_LIFE = 30 * DAY;
/** Below the smallest limit of each, in its window and in the next one. */
const GUESSES = {
  password: { most: 8, within: 2 * 15 * MINUTE },
  code: { most: 18, within: 2 * 60 * MINUTE },
};

export function createWorld(profile: Profile, now: () => number): World {
  return {
    profile,
    now,
    settings: { key: 0, dual: true, days: 7, cookies: false },
    accounts: [],
    sessions: [],
    tokens: [],
    codes: new Map(),
    formerCodes: new Map(),
    codeSentAt: new Map(),
    flows: [],
    wrongGuesses: { password: [], code: [] },
  };
}

export function accountWith(world: World, email: string): Account | null {
  return world.accounts.find((account) => account.email === email && !account.deleted) ?? null;
}

export function addAccount(world: World, fields: Pick<Account, 'email' | 'password' | 'proven'>): Account {
  const account = {
    id: 0,
    uid: '',
    formerPassword: null,
    status: 'active',
    deleted: false,
    links: new Map(),
    addressKnownAt: null,
    ...fields,
  };
  world.accounts.push(account);
  return account;
}

export function isAlive(world: World, session: Session): boolean {
  return !session.ended && session.expiresAt > world.now();
}

export function beginSession(world: World, account: Account, amr: FirstFactor): Session {
  const now = world.now();
  const session: Session = {
    id: 0,
    account,
    amr,
    beganAt: now,
    expiresAt: now + world.settings.days * DAY,
    ended: false,
    newest: 0,
    newestText: null,
    refreshedAt: now,
    replacedAt: new Map(),
  };
  world.sessions.push(session);
  // The service stores the address of a sign-in at most once a day.
  if (account.addressKnownAt === null || now - account.addressKnownAt >= DAY) account.addressKnownAt = now;
  return session;
}

/** Whether an account with a proven mailbox knows the address of this machine, so that it has mails of its own. */
export function knowsAddress(world: World, account: Account | null): boolean {
  const knownAt = account?.addressKnownAt ?? null;
  return account?.proven === true && knownAt !== null && world.now() - knownAt < KNOWN_LIFE;
}

/** When the next tokens of a session expire, in Unix seconds. */
export function tokenLives(world: World, session: Session): Record<Token['type'], number> {
  const { dual, days } = world.settings;
  const access = dual ? world.now() + ACCESS_LIFE : session.expiresAt;
  const refresh = session.refreshedAt + days * DAY;
  return {
    access: Math.floor(Math.min(access, session.expiresAt) / SECOND),
    refresh: Math.floor(Math.min(refresh, session.expiresAt) / SECOND),
  };
}

/** The first checks of a request with an access token. */
export function presentAccess(world: World, token: Token): Refusal | null {
  const { session } = token;
  if (token.key !== world.settings.key) return refuse('InvalidTokenError');
  if (token.expiresAt * SECOND <= world.now()) return refuse('TokenExpiredError');
  return presentSession(world, session);
}

export function presentSession(world: World, session: Session): Refusal | null {
  return isInactive(session.account) ?? (isAlive(world, session) ? null : refuse('SessionDestroyedError'));
}

/** A suspension ends sessions, but people learn of the suspension. */
function isInactive({ status, deleted }: Account): Refusal | null {
  return deleted || status === 'active' ? null : refuse('AccountInactiveError');
}

/** The outcome of a refresh; for a success, whether it makes a new token or repeats the newest. */
export function spendRefresh(world: World, token: Token): Refusal | 'rotated' | 'repeated' {
  const { session, number } = token;
  const now = world.now();
  const isGood = world.settings.dual && token.key === world.settings.key && token.expiresAt * SECOND > now;
  if (!isGood) return refuse('InvalidTokenError');
  const inactive = isInactive(session.account);
  if (inactive !== null) return inactive;
  if (!isAlive(world, session)) return refuse('InvalidTokenError');
  if (number === session.newest) {
    session.replacedAt.set(number, now);
    session.newest += 1;
    session.refreshedAt = now;
    return 'rotated';
  }
  if (now - (session.replacedAt.get(number) ?? 0) <= GRACE) return 'repeated';
  session.ended = true;
  return refuse('InvalidTokenError');
}

/** Proof that the holder of a session is its owner. */
export type Proof = 'none' | 'right' | 'wrong';

/** The requirement of the strict profile before credentials change; a wrong proof never passes. */
export function reauthenticate(world: World, session: Session, proof: Proof): Refusal | null {
  if (proof === 'none') {
    const isFresh = world.now() - session.beganAt < FRESH;
    return world.profile === 'strict' && !isFresh ? refuse('ReauthenticationRequiredError') : null;
  }
  if (proof === 'right' && session.account.password !== null) return null;
  return refuse('InvalidCredentialsError');
}

/** Whether this number of further wrong guesses stays below every limit. */
export function mayGuess(world: World, what: keyof typeof GUESSES, times = 1): boolean {
  const { most, within } = GUESSES[what];
  const since = world.now() - within;
  return world.wrongGuesses[what].filter((at) => at >= since).length + times <= most;
}

const CODE_LIFE = 10 * MINUTE;
const CODE_GUESSES = 5;

export const codeKey = (email: string, purpose: string) => `${email} ${purpose}`;

/** The counter of a mail: those that an account's known devices request count separately. */
export const mailKey = (email: string, purpose: string, isKnown: boolean) =>
  `${codeKey(email, purpose)} ${isKnown ? 'known' : 'unknown'}`;

/** The codes for an email and purpose, the newest first. */
export const codesFor = (world: World, email: string, purpose: Purpose): Code[] =>
  [...world.codes]
    .filter(([key]) => key.startsWith(`${codeKey(email, purpose)} `))
    .map(([, code]) => code)
    .toReversed();

export function issueCode(world: World, email: string, purpose: Purpose, isKnown: boolean): Code {
  const code = { value: null, expiresAt: world.now() + CODE_LIFE, wrongGuesses: 0, used: false };
  // All requests come from one address, whose codes replace each other.
  for (const other of world.codes.keys())
    if (other.startsWith(`${codeKey(email, purpose)} `)) world.codes.delete(other);
  world.codes.set(mailKey(email, purpose, isKnown), code);
  return code;
}

/** Checks a code, and counts a wrong guess. */
export function lookAtCode(world: World, email: string, purpose: Purpose, guess: string): Refusal | Code {
  const codes = codesFor(world, email, purpose);
  const tried = codes.filter((code) => isLive(code) && code.expiresAt > world.now());
  const right = tried.find(({ value }) => value === guess);
  if (right !== undefined) return right;
  // All requests come from one address, which also requested each code.
  const [newest] = codes;
  const refusal = refusalOf(world, newest);
  for (const code of tried) code.wrongGuesses += 1;
  if (refusal.refused === 'OTPInvalidError') world.wrongGuesses.code.push(world.now());
  return refusal;
}

function refusalOf(world: World, code: Code | undefined): Refusal {
  if (code === undefined || !isLive(code)) return refuse('OTPNotFoundError');
  return refuse(code.expiresAt <= world.now() ? 'OTPExpiredError' : 'OTPInvalidError');
}

/** Uses a code; the others for the email and purpose end with it. */
export function useCode(world: World, code: Code, email: string, purpose: Purpose): void {
  code.used = true;
  for (const [key, other] of world.codes)
    if (other !== code && key.startsWith(`${codeKey(email, purpose)} `)) world.codes.delete(key);
}

export function isLive(code: Code): boolean {
  return !code.used && code.wrongGuesses < CODE_GUESSES;
}
