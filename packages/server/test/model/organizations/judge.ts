import type { RoleName } from '../../http/organizations/help.ts';

export const RANK = { member: 0, admin: 1, owner: 2 } as const;
export const PEOPLE = 5;
/** Their emails are in the domain of the play; the mailbox of {@link UNPROVEN} is not proven. */
export const IN_DOMAIN: readonly number[] = [1, 2, 4];
export const UNPROVEN = 4;

export const ACTS = [
  'add',
  'set',
  'remove',
  'leave',
  'invite',
  'accept',
  'revoke',
  'transfer',
  'delete',
  'restore',
  'suspend',
  'activate',
  'turn',
  'policy',
  'claim',
  'vouch',
  'joining',
  'unclaim',
  'ask',
  'rival vouch',
  'rival unclaim',
  'die',
] as const;

type JoiningWay = 'none' | 'suggest' | 'join';

export interface Move {
  act: (typeof ACTS)[number];
  /** Who acts: a person, or beyond them the superadmin. */
  by: number;
  whom: number;
  role: RoleName;
  joining: JoiningWay;
  /** Whether the policy that is set is one that nobody meets. */
  strict: boolean;
  /** What the host answers if it is asked about a membership. */
  host: 'consent' | 'refuse' | RoleName;
}

/** What must be true of one organization. */
export interface Model {
  state: 'active' | 'suspended' | 'deleted' | 'gone';
  members: Map<number, RoleName>;
  dead: Set<number>;
  /** Those whom somebody has removed, who do not join by their domain. */
  removed: Set<number>;
  /** By the invited person. */
  invitations: Map<number, { role: RoleName; by: number }>;
  /** Those in whose sessions it is the active organization. */
  turned: Set<number>;
  strict: boolean;
  /** Its claim of the domain of the play. */
  domain: { status: 'pending' | 'verified'; joining: JoiningWay } | null;
  /** The claim of another organization. */
  rival: 'pending' | 'verified' | null;
}

export const newModel = (): Model => ({
  state: 'active',
  members: new Map([[0, 'owner']]),
  dead: new Set(),
  removed: new Set(),
  invitations: new Map(),
  turned: new Set(),
  strict: false,
  domain: null,
  rival: null,
});

const refuse = (status: number, kind: string) => `${status} ${kind}Error`;
const isLastOwner = ({ members }: Model, who: number) =>
  members.get(who) === 'owner' && [...members].every(([other, role]) => other === who || role !== 'owner');

/** Plays a move in the model. @returns the outcome */
export function judge(model: Model, move: Move): string {
  const { act, by, whom, role } = move;
  const { members } = model;
  const isRoot = by >= PEOPLE;
  const own = members.get(by);
  if (act === 'die') return isRoot ? judgeDeath(model, whom) : refuse(403, 'RoleMismatch');
  if (act === 'accept') return judgeAccept(model, move);
  if (act === 'ask') return judgeAsk(model, move);
  if (act === 'rival vouch') {
    const isTaken = model.domain?.status === 'verified';
    model.rival = isTaken ? (model.rival ?? 'pending') : 'verified';
    return isTaken ? refuse(409, 'DomainTaken') : 'ok';
  }
  if (act === 'rival unclaim') {
    if (model.rival === null) return refuse(404, 'DomainNotFound');
    model.rival = null;
    return 'ok';
  }
  if (act === 'turn') {
    if (own === undefined || model.state === 'gone' || model.state === 'deleted')
      return refuse(404, 'OrganizationNotFound');
    if (model.state === 'suspended') return refuse(403, 'OrganizationSuspended');
    if (model.strict) return refuse(403, 'OrganizationPolicy');
    model.turned.add(by);
    return 'ok';
  }
  if (['add', 'restore', 'suspend', 'activate', 'vouch'].includes(act) && !isRoot)
    return refuse(403, 'RoleMismatch');
  if (model.state === 'gone' || (model.state === 'deleted' && !(isRoot && act === 'restore')))
    return refuse(404, 'OrganizationNotFound');
  if (!isRoot && own === undefined) return refuse(404, 'OrganizationNotFound');
  if (act === 'restore' || act === 'suspend' || act === 'activate') {
    const turns = {
      restore: ['deleted', 'active'],
      suspend: ['active', 'suspended'],
      activate: ['suspended', 'active'],
    } as const;
    const [from, to] = turns[act];
    if (model.state === from) model.state = to;
    return 'ok';
  }
  if (act === 'leave') {
    if (own === undefined) return refuse(404, 'MemberNotFound');
    if (isLastOwner(model, by)) return refuse(409, 'LastOwner');
    members.delete(by);
    return 'ok';
  }
  if (!isRoot && model.state === 'suspended') return refuse(403, 'OrganizationSuspended');
  const rank = isRoot ? RANK.owner : RANK[own ?? 'member'];
  const needed = act === 'transfer' || act === 'delete' ? RANK.owner : RANK.admin;
  if (rank < needed) return refuse(403, 'PermissionMissing');
  if (!isRoot && model.strict) return refuse(403, 'OrganizationPolicy');
  if (act === 'delete') {
    model.state = 'deleted';
    return 'ok';
  }
  if (act === 'policy') {
    // Nobody here signs in with a passkey.
    if (move.strict && !isRoot) return refuse(403, 'OrganizationPolicy');
    model.strict = move.strict;
    return 'ok';
  }
  if (act === 'claim' || act === 'vouch' || act === 'joining' || act === 'unclaim')
    return judgeDomain(model, act, move);
  const there = members.get(whom);
  if (act === 'invite') {
    // Roles beyond those of the inviter, and a member's proven email, are errors in the result.
    if (RANK[role] > rank) return 'ok';
    if (by === UNPROVEN) return refuse(403, 'EmailProofRequired');
    if (there === undefined || whom === UNPROVEN) model.invitations.set(whom, { role, by });
    return 'ok';
  }
  if (act === 'revoke') return model.invitations.delete(whom) ? 'ok' : refuse(404, 'InvitationNotFound');
  if (act === 'add') {
    if (model.dead.has(whom)) return refuse(404, 'UserNotFound');
    return judgeJoining(model, whom, role, move) ?? 'ok';
  }
  if (there === undefined) return refuse(404, 'MemberNotFound');
  const mayNotOwn = !isRoot && whom === UNPROVEN && there !== 'owner';
  if (act === 'transfer') {
    if (whom === by || mayNotOwn) return refuse(422, 'Validation');
    if (isRoot) {
      for (const [other, held] of members) if (held === 'owner') members.set(other, 'admin');
    } else members.set(by, 'admin');
    members.set(whom, 'owner');
    return 'ok';
  }
  if (RANK[there] > rank) return refuse(403, 'PermissionMissing');
  if (act === 'set') {
    if (RANK[role] > rank) return refuse(403, 'PermissionMissing');
    if (role === 'owner' && mayNotOwn) return refuse(422, 'Validation');
    if (role !== 'owner' && isLastOwner(model, whom)) return refuse(409, 'LastOwner');
    members.set(whom, role);
    return 'ok';
  }
  if (isLastOwner(model, whom)) return refuse(409, 'LastOwner');
  members.delete(whom);
  model.removed.add(whom);
  return 'ok';
}

/** Makes a membership, after the host was asked. @returns a refusal; null if there is none */
function judgeJoining(model: Model, who: number, role: RoleName, { host }: Move): string | null {
  if (host === 'refuse') return refuse(403, 'MembershipRefused');
  if (model.members.has(who)) return refuse(409, 'AlreadyMember');
  model.members.set(who, host === 'consent' ? role : host);
  model.removed.delete(who);
  if (who !== UNPROVEN) model.invitations.delete(who);
  return null;
}

function judgeAccept(model: Model, move: Move): string {
  const { by } = move;
  const invitation = model.invitations.get(by);
  if (invitation === undefined || model.state === 'gone') return refuse(400, 'InvitationInvalid');
  if (by === UNPROVEN) return refuse(403, 'EmailProofRequired');
  if (move.host === 'refuse') return refuse(403, 'MembershipRefused');
  if (model.state === 'deleted') return refuse(400, 'InvitationInvalid');
  if (model.state === 'suspended') return refuse(403, 'OrganizationSuspended');
  const inviter = invitation.by >= PEOPLE ? 'owner' : (model.members.get(invitation.by) ?? 'member');
  if (RANK[invitation.role] > RANK[inviter]) return refuse(400, 'InvitationInvalid');
  return judgeJoining(model, by, invitation.role, move) ?? 'ok';
}

function judgeAsk(model: Model, move: Move): string {
  const { by } = move;
  const { domain, state } = model;
  const isOpen = state === 'active' && domain?.status === 'verified' && domain.joining !== 'none';
  if (!isOpen || !IN_DOMAIN.includes(by) || by === UNPROVEN) return refuse(404, 'OrganizationNotFound');
  if (model.removed.has(by)) return refuse(404, 'OrganizationNotFound');
  if (model.members.has(by)) return refuse(409, 'AlreadyMember');
  return judgeJoining(model, by, 'member', move) ?? 'ok';
}

function judgeDomain(
  model: Model,
  act: 'claim' | 'vouch' | 'joining' | 'unclaim',
  { joining }: Move,
): string {
  const { domain } = model;
  if (act === 'claim') {
    if (domain !== null) return refuse(409, 'DomainTaken');
    model.domain = { status: 'pending', joining };
    return 'ok';
  }
  if (domain === null) return refuse(404, 'DomainNotFound');
  if (act === 'unclaim') model.domain = null;
  else if (act === 'joining') domain.joining = joining;
  else if (model.rival === 'verified') return refuse(409, 'DomainTaken');
  else domain.status = 'verified';
  return 'ok';
}

function judgeDeath(model: Model, whom: number): string {
  const { members, dead, invitations } = model;
  if (dead.has(whom)) return refuse(404, 'UserNotFound');
  if (members.has(whom)) {
    const isLast = isLastOwner(model, whom);
    if (members.size > 1 && isLast && model.state !== 'deleted') return refuse(409, 'LastOwner');
    if (members.size === 1 || isLast) {
      model.state = 'gone';
      model.domain = null;
    }
    members.delete(whom);
  }
  // Anybody can enter the email of somebody who is invited.
  if (whom !== UNPROVEN) invitations.delete(whom);
  dead.add(whom);
  return 'ok';
}
