import { createHash, randomBytes } from 'node:crypto';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Seal } from '../../../lib/seal.ts';
import type { ProviderFlowRow } from '../../../store/engine/schema.ts';
import type { ProviderFlowStore } from '../../../store/tables/provider-flows.ts';
import type { FlowSecrets } from './oauth-client.ts';

/** A flow whose provider has redirected back. */
export interface Flow {
  state: string;
  /** The address for the browser at the end. */
  frontend: string;
  /** The session that requested a link; null if it has ended. Undefined for a sign-in. */
  linkFor: number | null | undefined;
  /** Whether the person who requested a link had authenticated recently. */
  proven: boolean;
  /** The frontend's challenge, for the code that it receives; null if it sent none. */
  challenge: string | null;
  /** @throws KeywardError `OAuthStateError` when the flow has expired */
  secrets(): FlowSecrets;
  /**
   * The answer that {@link Flows.answer} has stored; null if there is none. @throws KeywardError `OAuthStateError` when
   * the flow has expired
   */
  answer(): string | null;
}

/** A flow whose provider answers with a post, which carries no cookie. */
export interface OpenFlow {
  frontend: string;
  secrets: FlowSecrets;
  /** Whether {@link Flows.answer} has kept an answer. */
  isAnswered: boolean;
  /** That answer; null if there is none. */
  answer: string | null;
}

export interface NewFlow {
  /** The slot. */
  provider: string;
  frontend: string;
  redirectUri: string;
  /** The cookie that the browser sent, valid or not. */
  browser: string | undefined;
  linkFor?: number | undefined;
  /** See {@link Flow}; default: false. */
  proven?: boolean | undefined;
  challenge?: string | undefined;
}

export interface Flows {
  /** @returns the state and the secrets for the provider, and the cookie for the browser */
  begin(flow: NewFlow): Promise<{ state: string; secrets: FlowSecrets; browser: string }>;
  /**
   * Takes a flow, which works once. The browser and the provider must be those with which it began.
   * @throws KeywardError `OAuthStateError`
   */
  take(key: { provider: string; state: string | null; browser: string | undefined }): Promise<Flow>;
  /**
   * Reads a flow without using it up. It proves nothing about the browser. Null for one that is unknown or has expired.
   */
  find(key: { provider: string; state: string }): Promise<OpenFlow | null>;
  /** Keeps a verified answer until the browser of the flow takes it. @returns false if there is one already */
  answer(key: { provider: string; state: string }, answer: string): Promise<boolean>;
}

export const FLOW_LIFETIME_MS = 10 * 60_000;
/** An encrypted cookie is valid for this purpose only. */
const COOKIE = 'provider browser';

export function createFlows({
  store,
  seal,
  clock,
}: {
  store: ProviderFlowStore;
  seal: Seal;
  clock: Clock;
}): Flows {
  function context(stateHash: string): string {
    return `provider flow ${stateHash}`;
  }
  const answerContext = (stateHash: string) => `answer of provider flow ${stateHash}`;

  /** Null for a flow that has expired. */
  function secretsOf(row: ProviderFlowRow): FlowSecrets | null {
    const opened = seal.open(row.sealed_secrets, context(row.state_hash))?.split(' ');
    const [nonce, verifier, redirectUri] = opened ?? [];
    const complete = nonce !== undefined && verifier !== undefined && redirectUri !== undefined;
    return row.expires_at > clock.now() && complete ? { nonce, verifier, redirectUri } : null;
  }

  return {
    async begin({ provider, frontend, redirectUri, browser, linkFor, proven, challenge }) {
      // A browser keeps its id, so that flows in several tabs do not end each other.
      const id =
        (browser === undefined ? null : seal.open(browser, COOKIE)) ?? randomBytes(32).toString('hex');
      const state = randomState();
      const secrets = { nonce: randomNonce(), verifier: randomPKCECodeVerifier(), redirectUri };
      const stateHash = digest(state);
      await store.insert({
        state_hash: stateHash,
        browser_hash: digest(id),
        provider,
        frontend,
        session_id: linkFor ?? null,
        links: linkFor === undefined ? 0 : 1,
        proven: proven === true ? 1 : 0,
        sealed_secrets: seal.close(
          [secrets.nonce, secrets.verifier, redirectUri].join(' '),
          context(stateHash),
        ),
        code_challenge: challenge ?? null,
        expires_at: clock.now() + FLOW_LIFETIME_MS,
      });
      return { state, secrets, browser: seal.close(id, COOKIE) };
    },

    async take({ provider, state, browser }) {
      const id = browser === undefined ? null : seal.open(browser, COOKIE);
      if (id === null || state === null) throw new KeywardError('OAuthStateError');
      const stateHash = digest(state);
      const row = await store.take({ state_hash: stateHash, browser_hash: digest(id), provider });
      if (row === null) throw new KeywardError('OAuthStateError');
      return {
        state,
        frontend: row.frontend,
        proven: row.proven === 1,
        linkFor: row.links === 1 ? row.session_id : undefined,
        challenge: row.code_challenge,
        secrets() {
          const secrets = secretsOf(row);
          if (secrets === null) throw new KeywardError('OAuthStateError');
          return secrets;
        },
        answer() {
          if (row.expires_at <= clock.now()) throw new KeywardError('OAuthStateError');
          return row.sealed_answer === null ? null : seal.open(row.sealed_answer, answerContext(stateHash));
        },
      };
    },

    async find({ provider, state }) {
      const row = await store.find({ state_hash: digest(state), provider });
      const secrets = row === null ? null : secretsOf(row);
      if (row === null || secrets === null) return null;
      const { frontend, sealed_answer: sealed } = row;
      const kept = sealed === null ? null : seal.open(sealed, answerContext(digest(state)));
      return { frontend, secrets, isAnswered: sealed !== null, answer: kept };
    },

    answer: ({ provider, state }, answer) =>
      store.answer({ state_hash: digest(state), provider }, seal.close(answer, answerContext(digest(state)))),
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
