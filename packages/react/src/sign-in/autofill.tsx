import type { CallError } from '@keyward/client';
import { type ReactNode, useEffect } from 'react';
import { useKeyward } from '../context/context.tsx';

/** Errors before a person has chosen a passkey, which the page does not show. */
const UNASKED =
  /^(Abort|PasskeyUnavailable|PasskeyCancelled|FactorDisabled|RateLimited|Network|Timeout)Error$/;

/**
 * Lets the browser offer passkeys in the field. A passkey request from the button ends autofill, so it starts again
 * afterwards.
 * @param props.onRefused receives the error if the service refuses the chosen passkey
 */
export function Autofill({ onRefused }: { onRefused: (error: CallError) => void }): ReactNode {
  const { client } = useKeyward();
  useEffect(() => {
    const leaving = new AbortController();
    const offer = async () => {
      const { error } = await client.signInWithPasskey({ autofill: true }, { signal: leaving.signal });
      if (error !== null && !UNASKED.test(error.kind)) onRefused(error);
    };
    void offer();
    return () => leaving.abort();
  }, [client, onRefused]);
  return null;
}
