import { AssertionError } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import { clientOf, type Send } from '../failures/client.ts';
import { patient, writeSomething } from '../failures/kill-rounds.ts';
import { type Person, verify } from '../failures/people.ts';
import { seededRandom } from '../failures/random.ts';

const CLIENTS = 8;
const RETRY_MS = 100;

export interface Load {
  /**
   * Stops the load, and compares the acknowledged writes with the state of the service.
   * @returns the comparisons
   */
  finish(): Promise<number>;
  figures: {
    sent: number;
    worstMs: number;
    /** Answers with 503. */
    refused: number;
    /** Requests without a complete answer. */
    broken: number;
    /** When the first and the last of them came, by `performance.now`; null without any. */
    away: { from: number; to: number } | null;
    /** Writes that were acknowledged. */
    writes: number;
  };
  people(): number;
}

/** Answered with 503, so it may have taken effect or not. */
class Refused extends Error {}

/**
 * Sends sign-ups, sign-ins, changes and sign-outs to several instances in turn, as a load balancer does. The only
 * allowed error is 503.
 * @param urls may change meanwhile
 * @param mayBreak whether processes are killed meanwhile, so that requests may have no answer
 */
export function startLoad(urls: readonly string[], seed: number, { mayBreak = false } = {}): Load {
  const figures: Load['figures'] = { sent: 0, worstMs: 0, refused: 0, broken: 0, away: null, writes: 0 };
  let turn = 0;
  const send: Send = async (...request) => {
    const ask = clientOf(`${urls[(turn += 1) % urls.length] ?? ''}/auth`);
    const start = performance.now();
    figures.sent += 1;
    const answer = await ask(...request).catch((error: unknown) => {
      figures.broken += 1;
      throw mayBreak ? new Refused(String(error)) : error;
    });
    figures.worstMs = Math.max(figures.worstMs, performance.now() - start);
    if (answer.status !== 503) return answer;
    figures.refused += 1;
    const now = performance.now();
    figures.away = { from: figures.away?.from ?? now, to: now };
    throw new Refused(JSON.stringify(answer.body));
  };
  const patiently = patient(send);
  const stop = new AbortController();
  const clients = Array.from({ length: CLIENTS }, (_, index) => ({
    people: new Array<Person>(),
    random: seededRandom(seed + index),
  }));
  let checks = 0;
  const load = Promise.all(
    clients.map(async ({ people, random }) => {
      while (!stop.signal.aborted) {
        try {
          await writeSomething(people, random, send);
          figures.writes += 1;
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          await delay(RETRY_MS);
          // The outcome of a 503 is determined before the next write.
          for (const person of people.slice(-2)) checks += await verify(person, patiently, false);
        }
      }
    }),
  );
  // Reported at the end.
  load.catch(() => {});
  return {
    figures,
    people: () => clients.reduce((sum, { people }) => sum + people.length, 0),
    async finish() {
      stop.abort();
      await load;
      await Promise.all(
        clients.map(async ({ people }) => {
          for (const person of people) checks += await verify(person, patiently, true);
        }),
      );
      return checks;
    },
  };
}

/** Invariants of the database: a query for each, which counts the violations. */
const RULES = {
  'accounts without the event of their sign-up': `select count(*)::int as faults from accounts a where not exists (
    select from events e where e.account_id = a.id and e.type = 'account.created')`,
  'sessions without the event of their start': `select count(*)::int as faults from sessions s where not exists (
    select from events e where e.session_id = s.id and e.type = 'session.started')`,
  'accounts that share an email': `select count(*)::int as faults from (
    select from accounts where email_key is not null group by email_key having count(*) > 1) as shared`,
};

/** @throws AssertionError that names the rule */
export async function assertWhole(
  query: (statement: string) => Promise<readonly Record<string, unknown>[]>,
  people: number,
): Promise<number> {
  for (const [rule, question] of Object.entries(RULES)) {
    const [row] = await query(question);
    if (row?.['faults'] !== 0) throw new AssertionError({ message: `${String(row?.['faults'])} ${rule}` });
  }
  const [row] = await query('select count(*)::int as accounts from accounts');
  if (row?.['accounts'] !== people)
    throw new AssertionError({ message: `${String(row?.['accounts'])} accounts of ${people} people` });
  return Object.keys(RULES).length + 1;
}
