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
  const [found, setFound] = useState<ConnectionTest | null>(null);

  useEffect(() => {
    if (running === null) return;
    const look = async () => {
      const { data, error } = await call<ConnectionTest>('GET', `/connection/${id}/test/${running}`);
      // The service may be unavailable for a moment.
      if (data?.status === 'pending' || error?.status === 0) return;
      setRunning(null);
      setFound(data);
      if (data?.status === 'passed') onPassed();
    };
    const timer = setInterval(() => void look(), POLL_MS);
    return () => clearInterval(timer);
  }, [running, call, id, onPassed]);

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
      {found !== null && <Outcome test={found} />}
      <div className="kw-row kw-end">
        <Button busy={act.busy !== null} disabled={disabled} onClick={() => void start()}>
          {found === null && running === null ? words.steps.testStart : words.steps.testAgain}
        </Button>
      </div>
    </>
  );
}

function Outcome({ test: { failure, person, attributes } }: { test: ConnectionTest }): ReactNode {
  const { words } = usePortal();
  const texts = words.test;
  if (failure !== null)
    return (
      <Notice kind="problem">
        <p>{texts.failures[failure.code] ?? texts.otherFailure}</p>
        <p className="kw-hint">
          {texts.detail} <code>{`${failure.code}: ${failure.message}`}</code>
        </p>
      </Notice>
    );
  return (
    <>
      <Notice kind="success">{texts.passed}</Notice>
      {person !== null && <p>{words.steps.person(person.email ?? '')}</p>}
      {person?.email_in_domain === false && <Notice>{texts.outsideDomain}</Notice>}
      <dl className="kw-facts">
        {attributes
          .filter(({ field }) => field !== null)
          .map(({ name, values, field }) => (
            <div key={name}>
              <dt>{field !== null && texts.fields[field]}</dt>
              <dd>
                {values.join(', ')} <code className="kw-hint">{name}</code>
              </dd>
            </div>
          ))}
        {person !== null && (
          <div>
            <dt>{texts.roles}</dt>
            <dd>{person.roles.join(', ')}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
