import { Button, Card, Field, Form, Item, Notice, Question, useAct, Whole } from '@keyward/react/parts';
import { type ReactNode, useState } from 'react';
import type { Domain } from './api.ts';
import { usePortal, usePortalData } from './portal-context.ts';
import { Values } from './values.tsx';

/** The domains of the organization, which a record in DNS proves. */
export function Domains(): ReactNode {
  const { call, words } = usePortal();
  const texts = words.domains;
  const loaded = usePortalData<{ domains: Domain[] }>('/domain');
  const adding = useAct('domain');
  const act = useAct();
  const [proven, setProven] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const pathOf = (domain: string) => `/domain/${encodeURIComponent(domain)}`;

  async function add() {
    const result = await adding.run('add', () => call('POST', '/domain', { domain: typed.trim() }));
    if (result?.error === null) setTyped('');
    await loaded.reload();
  }
  async function verify(domain: string) {
    setProven(null);
    const result = await act.run(`verify ${domain}`, () => call('POST', `${pathOf(domain)}/verify`));
    if (result?.error === null) setProven(domain);
    await loaded.reload();
  }
  async function remove(domain: string) {
    const result = await act.run('remove', () => call('DELETE', pathOf(domain)));
    if (result?.error === null) setRemoving(null);
    await loaded.reload();
  }

  return (
    <Card title={texts.title} intro={texts.intro} {...(removing === null && { act })}>
      {proven !== null && <Notice kind="success">{texts.next(proven)}</Notice>}
      <Whole loaded={loaded}>
        {({ domains }) => (
          <ul className="kw-list">
            {domains.map(({ domain, status, record }) => (
              <li key={domain}>
                <Item title={domain} text={texts.states[status]}>
                  {status !== 'verified' && (
                    <Button
                      label={texts.verifyOne(domain)}
                      busy={act.busy === `verify ${domain}`}
                      onClick={() => void verify(domain)}
                    >
                      {texts.verify}
                    </Button>
                  )}
                  <Button kind="quiet" label={texts.removeOne(domain)} onClick={() => setRemoving(domain)}>
                    {words.remove}
                  </Button>
                </Item>
                {status !== 'verified' && (
                  <div className="kw-boxed kw-record">
                    <p className="kw-hint">{texts.record(record.type)}</p>
                    <Values
                      fields={[
                        { label: texts.name, value: 'entity' },
                        { label: texts.value, value: 'token' },
                      ]}
                      given={{ entity: record.name, token: record.value }}
                    />
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Whole>
      <Form act={adding} onSubmit={() => void add()}>
        <Field
          label={texts.domain}
          name="domain"
          problem={adding.problem}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="example.org"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="kw-row kw-end">
          <Button busy={adding.busy !== null}>{texts.add}</Button>
        </div>
      </Form>
      {removing !== null && (
        <Question
          title={texts.removeTitle(removing)}
          text={texts.removeText}
          button={words.remove}
          act={act}
          onYes={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Card>
  );
}
