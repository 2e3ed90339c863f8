/** The facts of an account that decide whether it can sign in. */
interface Judged {
  status: string;
  role: string;
  email_verified: boolean;
  locked_until: string | null;
  locked_scope: 'account' | 'address' | null;
  totp_locked: boolean;
  deletion_at: string | null;
  has_password: boolean;
  second_factors: readonly ('totp' | 'passkey')[];
  factors: { required: boolean; recovery_codes: { left: number } | null };
}

/** An event of the audit log; `Event` below are the ones about sign-ins. */
interface Told {
  type: 'login.failed' | 'login.locked_out' | 'session.started';
  data?: {
    reason?: string;
    /** Attempts that the event stands for. */
    count?: number;
    client: { ip_address: string } | null;
  };
}
type Started<Event extends Told> = Extract<Event, { type: 'session.started' }>;
type Refused<Event extends Told> = Exclude<Event, { type: 'session.started' }>;

export interface SignInRules {
  requireVerifiedEmail: boolean;
}

/** A fact about how a person signs in. */
export type Finding<Event extends Told> =
  | { kind: 'inactive'; status: string }
  | { kind: 'locked' | 'lockedAddress'; until: string }
  | { kind: 'appLocked' }
  | { kind: 'unverified' }
  | RefusedFinding<Event>
  | { kind: 'leaving'; at: string }
  | { kind: 'mustEnrol' }
  | { kind: 'noRecoveryCodes' }
  | { kind: 'noPassword' }
  | { kind: 'asksFactor'; factors: Judged['second_factors'] };

/** The refusals for one reason since the last sign-in. */
export interface RefusedFinding<Event extends Told> {
  kind: 'refused';
  reason: string;
  /** The latest. */
  event: Refused<Event>;
  count: number;
  addresses: ReadonlySet<string>;
}

export interface Verdict<Event extends Told> {
  /**
   * `no`: every sign-in is refused. `trouble`: it is possible, but some sign-ins are refused, or the last attempts
   * were.
   */
  canSignIn: 'yes' | 'trouble' | 'no';
  /** Obstacles come first. */
  findings: readonly Finding<Event>[];
  /** Null: no sign-in in the audit log. */
  lastSignIn: Started<Event> | null;
}

/**
 * Why a person can or cannot sign in.
 * @param events newest first
 */
export function verdictOf<Event extends Told>(
  account: Judged,
  rules: SignInRules,
  events: readonly Event[],
): Verdict<Event> {
  const {
    status,
    locked_until: locked,
    locked_scope: scope,
    email_verified: verified,
    role,
    deletion_at: leaving,
  } = account;
  const blocking: Finding<Event>[] = [
    ...(status === 'active' ? [] : [{ kind: 'inactive', status } as const]),
    // Superadmins are exempt, so that the rule can be changed.
    ...(rules.requireVerifiedEmail && !verified && role !== 'superadmin'
      ? [{ kind: 'unverified' } as const]
      : []),
  ];
  // Passkeys, codes, and the devices that the account knows still work.
  const locks: Finding<Event>[] = [
    ...(locked === null
      ? []
      : [{ kind: scope === 'address' ? 'lockedAddress' : 'locked', until: locked } as const]),
    ...(account.totp_locked ? [{ kind: 'appLocked' } as const] : []),
  ];
  const signedIn = events.findIndex(({ type }) => type === 'session.started');
  const refused = refusalsOf(
    events
      .slice(0, signedIn === -1 ? undefined : signedIn)
      .filter((event): event is Refused<Event> => event.type !== 'session.started'),
  );
  const { factors, second_factors: kinds } = account;
  return {
    canSignIn: blocking.length > 0 ? 'no' : locks.length + refused.length > 0 ? 'trouble' : 'yes',
    findings: [
      ...blocking,
      ...locks,
      ...refused,
      ...(leaving === null ? [] : [{ kind: 'leaving', at: leaving } as const]),
      ...(factors.required && kinds.length === 0 ? [{ kind: 'mustEnrol' } as const] : []),
      ...(factors.recovery_codes?.left === 0 ? [{ kind: 'noRecoveryCodes' } as const] : []),
      ...(kinds.length > 0 ? [{ kind: 'asksFactor', factors: kinds } as const] : []),
      ...(account.has_password ? [] : [{ kind: 'noPassword' } as const]),
    ],
    lastSignIn: events.find((event): event is Started<Event> => event.type === 'session.started') ?? null,
  };
}

/** One finding for each reason, so that its remedy is said once. */
function refusalsOf<Event extends Told>(events: readonly Refused<Event>[]): RefusedFinding<Event>[] {
  const reasonOf = ({ type, data }: Refused<Event>) =>
    type === 'login.locked_out' ? 'rate_limited' : (data?.reason ?? '');
  return [...new Set(events.map(reasonOf))].flatMap((reason) => {
    const all = events.filter((one) => reasonOf(one) === reason);
    const [event] = all;
    if (event === undefined) return [];
    const count = all.reduce((sum, { data }) => sum + (data?.count ?? 1), 0);
    const addresses = new Set(all.flatMap(({ data }) => data?.client?.ip_address ?? []));
    return [{ kind: 'refused', reason, event, count, addresses }];
  });
}
