import { Button, Notice, useAct } from '@keyward/react/parts';
import { type ReactNode, useEffect, useState } from 'react';
import type { Connection, ConnectionTest } from './api.ts';
import { usePortal } from './portal-context.ts';

const POLL_MS = 2_000;

/** Runs a test in another window, and shows its result. */
export function TestStep({
  connection: { id },
  disabled,
  onPassed,
}: {
  connection: Pick<Connection, 'id'>;
  disabled: boolean;
  onPassed: () => void;
}): ReactNode {
  const { call, words } = usePortal();
  const act = useAct();
  const [running, setRunning] = useState<string | null>(null);
  const [found, setFound] = useState<ReactNode>(null);

  useEffect(() => {
    if (running === null) return;
    const look = async () => {
      const { data, error } = await call<ConnectionTest>('GET', `/connection/${id}/test/${running}`);
      // The service may be unavailable for a moment.
      if (data?.status === 'pending' || error?.status === 0) return;
      const loaded = await import('./test-outcome.tsx').catch(() => null);
      if (loaded === null) return;
      setRunning(null);
      setFound(data && <loaded.TestOutcome test={data} words={words} />);
      if (data?.status === 'passed') onPassed();
    };
    const timer = setInterval(() => void look(), POLL_MS);
    return () => clearInterval(timer);
  }, [running, call, words, id, onPassed]);

  async function start() {
    // Opened at once, because browsers block windows that open later.
    const other = open('', '_blank');
    setFound(null);
    const result = await act.run('test', () =>
      call<{ id: string; url: string }>('POST', `/connection/${id}/test`),
    );
    if (result?.error !== null) return other?.close();
    setRunning(result.data.id);
    if (other !== null) other.location.href = result.data.url;
  }

  return (
    <>
      {act.problem.message !== undefined && <Notice kind="problem">{act.problem.message}</Notice>}
      {running !== null && <Notice>{words.steps.testRunning}</Notice>}
      {found}
      <div className="kw-row kw-end">
        <Button busy={act.busy !== null} disabled={disabled} onClick={() => void start()}>
          {found === null && running === null ? words.steps.testStart : words.steps.testAgain}
        </Button>
      </div>
    </>
  );
}
