import { Notice } from '@keyward/react/parts';
import type { ReactNode } from 'react';
import type { ConnectionTest } from './api.ts';
import type { PortalTexts } from '../texts/en/portal.ts';

/** What a test has shown. It is loaded when there is a result. */
export function TestOutcome({
  test: { failure, person, attributes },
  words,
}: {
  test: ConnectionTest;
  words: Pick<PortalTexts, 'steps' | 'test'>;
}): ReactNode {
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
