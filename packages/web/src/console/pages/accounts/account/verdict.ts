import type { KeywardEvent } from '@keyward/client';
import type { FullAccount } from '../../../data/accounts.ts';

/** What of the trail tells about sign-ins. */
export type SignInEvent = KeywardEvent<'login.failed' | 'login.locked_out' | 'session.started'>;
export type RefusedEvent = KeywardEvent<'login.failed' | 'login.locked_out'>;

export interface SignInRules {
  requireVerifiedEmail: boolean;
}

/** A fact about how somebody signs in. */
export type Finding =
  | { kind: 'inactive'; status: string }
  | { kind: 'locked'; until: string }
  | { kind: 'unverified' }
  | { kind: 'refused'; event: RefusedEvent }
  | { kind: 'leaving'; at: string }
  | { kind: 'mustEnrol' }
  | { kind: 'noRecoveryCodes' }
  | { kind: 'noPassword' }
  | { kind: 'asksFactor'; factors: FullAccount['second_factors'] };

export interface Verdict {
  /** `no`: every sign-in is refused. `trouble`: it is possible, but the last attempts were refused. */
  canSignIn: 'yes' | 'trouble' | 'no';
  /** What keeps them out comes first. */
  findings: readonly Finding[];
  /** Null: never, as far as the trail goes back. */
  lastSignIn: KeywardEvent<'session.started'> | null;
}

const MOST_REFUSALS = 3;

/**
 * Why somebody can or cannot sign in.
 * @param events newest first
 */
export function verdictOf(account: FullAccount, rules: SignInRules, events: readonly SignInEvent[]): Verdict {
  const { status, locked_until: locked, email_verified: verified, role, deletion_at: leaving } = account;
  const blocking: Finding[] = [
    ...(status === 'active' ? [] : [{ kind: 'inactive', status } as const]),
    ...(locked === null ? [] : [{ kind: 'locked', until: locked } as const]),
    // Otherwise nobody could change the rule any more.
    ...(rules.requireVerifiedEmail && !verified && role !== 'superadmin'
      ? [{ kind: 'unverified' } as const]
      : []),
  ];
  const signedIn = events.findIndex(({ type }) => type === 'session.started');
  const refused = events
    .slice(0, signedIn === -1 ? undefined : signedIn)
    .filter((event): event is RefusedEvent => event.type !== 'session.started')
    .slice(0, MOST_REFUSALS)
    .map((event) => ({ kind: 'refused', event }) as const);
  const last = events[signedIn];
  const { factors, second_factors: kinds } = account;
  return {
    canSignIn: blocking.length > 0 ? 'no' : refused.length > 0 ? 'trouble' : 'yes',
    findings: [
      ...blocking,
      ...refused,
      ...(leaving === null ? [] : [{ kind: 'leaving', at: leaving } as const]),
      ...(factors.required && kinds.length === 0 ? [{ kind: 'mustEnrol' } as const] : []),
      ...(factors.recovery_codes?.left === 0 ? [{ kind: 'noRecoveryCodes' } as const] : []),
      ...(kinds.length > 0 ? [{ kind: 'asksFactor', factors: kinds } as const] : []),
      ...(account.has_password ? [] : [{ kind: 'noPassword' } as const]),
    ],
    lastSignIn: last?.type === 'session.started' ? last : null,
  };
}
