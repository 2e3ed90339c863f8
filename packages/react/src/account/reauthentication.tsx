import type { CallError } from '@keyward/client';
import { type ReactNode, useCallback, useState } from 'react';
import { type Guard, GuardContext } from '../context/use-act.ts';
import type * as Proofs from './proofs.tsx';

interface Asking {
  /** The methods that prove the owner; null: the mailbox must be proven. */
  methods: readonly Proofs.Method[] | null;
  answer: Proofs.Answer;
  /** Loaded when a person is first asked. */
  dialogs: typeof Proofs;
}

/** Asks for reauthentication, or for a proof of the mailbox, when a call of its children needs one. */
export function Guarded({ children }: { children: ReactNode }): ReactNode {
  const [asking, setAsking] = useState<Asking | null>(null);
  const guard = useCallback<Guard>(async (call) => {
    for (;;) {
      const result = await call();
      const { error } = result;
      const isFresh = error?.kind === 'ReauthenticationRequiredError';
      if (!isFresh && error?.kind !== 'EmailProofRequiredError') return result;
      const methods = isFresh ? error.details.methods : null;
      if (methods?.length === 0) return result;
      const dialogs = await import('./proofs.tsx').catch(() => null);
      if (dialogs === null) return result;
      const proven = await new Promise<boolean>((answer) => setAsking({ methods, answer, dialogs }));
      setAsking(null);
      if (!proven) return { data: null, error: cancelled(error) };
    }
  }, []);
  return (
    <>
      <GuardContext.Provider value={guard}>{children}</GuardContext.Provider>
      {asking !== null &&
        (asking.methods === null ? (
          <asking.dialogs.MailboxProof answer={asking.answer} />
        ) : (
          <asking.dialogs.Proof methods={asking.methods} answer={asking.answer} />
        ))}
    </>
  );
}

/** No message, because the person cancelled. */
function cancelled(error: CallError): CallError {
  return Object.assign(error, { kind: 'AbortError' as const });
}
