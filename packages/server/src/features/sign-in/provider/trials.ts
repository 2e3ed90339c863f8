import { KeywardError } from '../../../errors.ts';
import type { Store } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { Destination, DestinationOf } from './destination.ts';
import type { Flows } from './flows.ts';
import type { Claims, ProviderProfile } from './profile.ts';
import type { Provider, Providers } from './providers.ts';

/** What a sign-in with the provider would do. */
export interface Reach {
  how: Destination['how'] | 'refused';
  account: Pick<AccountRow, 'id' | 'email'> | null;
  /** Why it would be refused. */
  reason: string | null;
}

export interface TrialOutcome {
  /** What the provider says, by where it says it. */
  received: Readonly<Record<string, Claims>>;
  /** Null if the sign-in failed at the provider. */
  profile: ProviderProfile | null;
  reach: Reach | null;
  /** Why the sign-in failed at the provider. */
  failure: string | null;
}

/** Sign-ins at a provider that sign nobody in, and change nothing. A callback of a trial is never one of a sign-in. */
export interface ProviderTrials {
  /**
   * @returns the id of the trial, the address to open in the browser, and the cookie for it
   * @throws KeywardError `ProviderNotConfiguredError`, `ProviderFailedError`
   */
  begin(
    provider: Provider,
    browser: string | undefined,
  ): Promise<{ id: string; url: string; browser: string }>;
  /**
   * Finishes a trial with the callback of the provider.
   * @returns its id; null: the callback belongs to no trial
   * @throws KeywardError `OAuthStateError` for another browser
   */
  finish(provider: Provider, callback: URLSearchParams, browser: string | undefined): Promise<string | null>;
  /** Null before the browser has come back. @throws KeywardError `OAuthStateError` for an unknown or old trial */
  outcome(provider: Provider, id: string): Promise<TrialOutcome | null>;
}

export function createProviderTrials(deps: {
  store: Store;
  flows: Flows;
  providers: Pick<Providers, 'begin' | 'look'>;
  destinationOf: DestinationOf;
}): ProviderTrials {
  const { store, flows, providers, destinationOf } = deps;

  async function reachOf({ issuer }: Provider, profile: ProviderProfile): Promise<Reach> {
    const { how, account, refusal } = await destinationOf(store, { issuer, profile });
    return { how: refusal === null ? how : 'refused', account, reason: refusal?.message ?? null };
  }

  async function outcomeOf(
    provider: Provider,
    ...[flow, callback]: [Awaited<ReturnType<Flows['take']>>, URLSearchParams]
  ): Promise<TrialOutcome> {
    const received: Record<string, Claims> = {};
    try {
      const profile = await providers.look(provider, flow, callback, (source, claims) => {
        received[source] = claims;
      });
      return { received, profile, reach: await reachOf(provider, profile), failure: null };
    } catch (thrown) {
      return { received, profile: null, reach: null, failure: reasonOf(thrown) };
    }
  }

  return {
    async begin(provider, browser) {
      // The row that the outcome is stored in. No browser has a cookie for it.
      const result = { provider: resultsOf(provider), frontend: '', redirectUri: '-', browser: undefined };
      const { state: id } = await flows.begin(result);
      const begun = await providers.begin(provider, { frontend: id, browser, slot: trialsOf(provider) });
      return { id, ...begun };
    },

    async finish(provider, callback, browser) {
      const key = { provider: trialsOf(provider), state: callback.get('state') ?? '' };
      if ((await flows.find(key)) === null) return null;
      const flow = await flows.take({ ...key, browser });
      const outcome = await outcomeOf(provider, flow, callback);
      await flows.answer({ provider: resultsOf(provider), state: flow.frontend }, JSON.stringify(outcome));
      return flow.frontend;
    },

    async outcome(provider, id) {
      const found = await flows.find({ provider: resultsOf(provider), state: id });
      if (found === null) throw new KeywardError('OAuthStateError');
      const outcome: TrialOutcome | null = found.answer === null ? null : JSON.parse(found.answer);
      return outcome;
    },
  };
}

/** Slots of their own, so that no sign-in takes the flow of a trial. */
const trialsOf = ({ id }: Provider) => `trial of ${id}`;
const resultsOf = ({ id }: Provider) => `result of a trial of ${id}`;

/** The error with its causes: only a superadmin reads them. */
function reasonOf(thrown: unknown): string {
  const messages: string[] = [];
  for (let one = thrown; one instanceof Error && messages.length < 4; one = one.cause) {
    const { error, error_description: description }: Record<string, unknown> = Object(one);
    const told = [error, description].filter((part) => typeof part === 'string');
    messages.push(told.length > 0 ? told.join(': ') : one.message);
  }
  return messages.join(' – ').slice(0, 1000);
}
