import type { Core } from '../../core.ts';
import type { Events } from '../../audit/events/events.ts';
import type { FailedAttempts } from '../../audit/log/failed-attempts.ts';
import type { SignIns } from '../complete.ts';
import { type CodeFlowParts, createCodeFlows } from './code-flows.ts';
import { recordCodeFlows } from './record-code-flows.ts';

/** What people do with a mailed code or link: sign up, sign in, verify, reset. */
export function createCodeFlowsFeature(
  { store, config, clock }: Core,
  parts: Omit<CodeFlowParts, 'store' | 'policy' | 'limits' | 'profile' | 'clock'> & {
    signUpPolicy: CodeFlowParts['policy'];
    signIns: SignIns;
    events: Events;
    failedAttempts: FailedAttempts;
  },
) {
  const { limits, profile } = config;
  const { signUpPolicy: policy, events, failedAttempts, signIns } = parts;
  const accounts = store.accounts;
  return {
    codeFlows: recordCodeFlows(
      createCodeFlows({ ...parts, store: accounts, policy, limits, profile, clock }),
      {
        store: accounts,
        events,
        failedAttempts,
        signIns,
      },
    ),
  };
}
