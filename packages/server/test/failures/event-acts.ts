import { setTimeout as delay } from 'node:timers/promises';
import { type Asker } from '../long/asked.ts';
import { PASSWORD } from '../support/keyward.ts';

/** The expected event of an act, identified by a unique name or session id. */
export interface Act {
  type: 'account.updated' | 'session.started' | 'session.ended';
  key: string | number;
}

/** The acts of the workers. */
export interface Acts {
  /** Acts that the service has acknowledged. */
  acknowledged: Act[];
  /** Names that were given to changes that the service refused. */
  refused: string[];
  /** Requests without an answer, or with 503: they may have taken effect or not. */
  unknown: number;
  /** Milliseconds of each answered request. */
  latencies: number[];
}

/** Everybody has one address and one password. */
interface Person {
  id: number;
  email: string;
  token: string;
  /** Other sessions, which may end. */
  sessions: { id: number; token: string }[];
}

interface Superadmin {
  token: string;
  handle: string;
}

/** The frequency of each act; the remaining acts rename. */
const SHARES = { session: 0.3, bySuperadmin: 0.1, refused: 0.05 };
const MOST_SESSIONS = 4;
const PAUSE_MS = 100;

let serial = 0;

export class NoAnswer extends Error {}

/** @throws NoAnswer if the act may have taken effect or not */
async function ask(
  asker: Asker,
  acts: Acts,
  status: number,
  ...request: Parameters<Asker['ask']>
): Promise<Record<string, unknown>> {
  const start = performance.now();
  const answer = await asker.ask(...request).catch(() => null);
  if (answer === null || answer.status === 503) {
    acts.unknown += 1;
    throw new NoAnswer();
  }
  acts.latencies.push(performance.now() - start);
  const [method, path] = request;
  if (answer.status !== status)
    throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function signUp(asker: Asker, acts: Acts): Promise<Person & { handle: string }> {
  serial += 1;
  const email = `person${serial}@example.org`;
  const body = { name: `Person ${serial}`, email, password: PASSWORD };
  const answer = await ask(asker, acts, 200, 'POST', '/signup/password', { body });
  const { id, handle }: { id: number; handle: string } = Object(answer['account']);
  const token = String(answer['access_token']);
  acts.acknowledged.push({ type: 'session.started', key: sessionOf(token) });
  return { id, email, token, handle, sessions: [] };
}

/** The session of a token, which everybody can read. */
function sessionOf(token: string): number {
  const [, claims = ''] = token.split('.');
  const { sid }: { sid: number } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return sid;
}

/**
 * Acts as a person, and as a superadmin on this person, one act at a time.
 * @param asker returns an instance for each act
 */
export async function actUntil(
  isOver: () => boolean,
  person: Person,
  {
    asker,
    superadmin,
    acts,
    random,
  }: {
    asker: () => Asker;
    superadmin: Superadmin;
    acts: Acts;
    random: () => number;
  },
): Promise<void> {
  const send = (...request: [status: number, ...Parameters<Asker['ask']>]) => {
    const [status, ...rest] = request;
    return ask(asker(), acts, status, ...rest);
  };
  const rename = async (path: string, token: string, which = {}): Promise<void> => {
    const key = newName('Renamed');
    await send(200, 'PATCH', path, { token, body: { ...which, name: key } });
    acts.acknowledged.push({ type: 'account.updated', key });
  };

  async function act(chance: number): Promise<void> {
    if (chance < SHARES.refused) {
      const name = newName('Refused');
      // The database refuses the handle, which is taken, and the name with it.
      const body = { account_id: person.id, name, handle: superadmin.handle };
      acts.refused.push(name);
      await send(409, 'PATCH', '/account/', { token: superadmin.token, body });
      return;
    }
    if (chance < SHARES.refused + SHARES.bySuperadmin)
      return rename('/account/', superadmin.token, { account_id: person.id });
    if (chance > SHARES.refused + SHARES.bySuperadmin + SHARES.session) return rename('/me', person.token);
    const [oldest] = person.sessions;
    if (oldest === undefined || person.sessions.length < MOST_SESSIONS * random()) {
      const body = { identifier: person.email, password: PASSWORD };
      const token = String((await send(200, 'POST', '/login', { body }))['access_token']);
      const id = sessionOf(token);
      person.sessions.push({ id, token });
      acts.acknowledged.push({ type: 'session.started', key: id });
      return;
    }
    person.sessions.shift();
    await send(200, 'POST', '/logout', { token: oldest.token });
    acts.acknowledged.push({ type: 'session.ended', key: oldest.id });
  }

  while (!isOver()) {
    try {
      await act(random());
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      await delay(PAUSE_MS);
    }
  }
}

function newName(word: string): string {
  serial += 1;
  return `${word} ${serial}`;
}
