import type { OrganizationDomain } from '@keyward/client';
import { type ReactNode, useCallback, useState } from 'react';
import { Card, Item, Whole } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { useLoaded } from '../context/use-loaded.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Question } from '../parts/question.tsx';
import { Select } from './select.tsx';
import { useShown } from './profile-context.ts';

/** How people with an email of the domain join, or sign in at all. */
const JOINING = ['none', 'suggest', 'join', 'require'] as const;

/** The email domains of an organization, which let people in once a record in DNS verifies them. */
export function Domains(): ReactNode {
  const { texts } = useKeyward();
  const words = texts.domains;
  const { api, id, may } = useShown();
  const loaded = useLoaded(useCallback(() => api.domains.list({ id }), [api, id]));
  const adding = useAct('domain');
  const act = useAct();
  const [news, setNews] = useState<string | null>(null);
  const [removing, setRemoving] = useState<OrganizationDomain | null>(null);
  /** A domain whose people are about to lose their other ways to sign in. */
  const [requiring, setRequiring] = useState<OrganizationDomain | null>(null);
  const [typed, setTyped] = useState('');
  const writes = may('org:domains:write');

  async function after(result: Awaited<ReturnType<typeof act.run>>, sentence: string) {
    setNews(result?.error === null ? sentence : null);
    if (result?.error === null) {
      setRemoving(null);
      setRequiring(null);
    }
    await loaded.reload();
  }

  async function add() {
    const result = await adding.run('add', () => api.domains.add({ id, domain: typed.trim() }));
    if (result?.error === null) setTyped('');
    await after(result, words.added);
  }

  const verify = async ({ domain }: OrganizationDomain) =>
    after(
      await act.run(`verify ${domain}`, () => api.domains.verify({ id, domain })),
      words.verified(domain),
    );
  const change = async ({ domain }: OrganizationDomain, joining: (typeof JOINING)[number]) =>
    after(await act.run(domain, () => api.domains.update({ id, domain, joining })), texts.account.saved);
  const remove = async ({ domain }: OrganizationDomain) =>
    after(await act.run('remove', () => api.domains.remove({ id, domain })), words.removed(domain));

  return (
    <Card title={texts.organizations.parts.domains} intro={words.intro} act={act} news={news}>
      <Whole loaded={loaded}>
        {({ domains }) =>
          domains.length === 0 ? (
            <p className="kw-hint">{words.none}</p>
          ) : (
            <ul className="kw-list">
              {domains.map((one) => (
                <li key={one.domain}>
                  <Item
                    title={one.domain}
                    text={
                      <span className={one.status === 'verified' ? 'kw-good' : 'kw-warn'}>
                        {words.states[one.status]}
                      </span>
                    }
                  >
                    {writes && (
                      <>
                        {one.status !== 'verified' && (
                          <Button
                            label={words.verifyOne(one.domain)}
                            busy={act.busy === `verify ${one.domain}`}
                            onClick={() => void verify(one)}
                          >
                            {words.verify}
                          </Button>
                        )}
                        <Button
                          kind="quiet"
                          label={words.removeOne(one.domain)}
                          onClick={() => setRemoving(one)}
                        >
                          {texts.account.remove}
                        </Button>
                      </>
                    )}
                  </Item>
                  {one.status !== 'verified' && <Record record={one.record} />}
                  {writes && (
                    <Select
                      label={words.joiningOf(one.domain)}
                      value={one.joining}
                      onChange={(value) => {
                        const joining = JOINING.find((choice) => choice === value);
                        if (joining === 'require') setRequiring(one);
                        else if (joining !== undefined) void change(one, joining);
                      }}
                    >
                      {JOINING.filter(
                        // Nothing can be required of people whose domain may be somebody else's.
                        (choice) =>
                          choice !== 'require' || one.status === 'verified' || one.joining === choice,
                      ).map((choice) => (
                        <option key={choice} value={choice}>
                          {words.joining[choice]}
                        </option>
                      ))}
                    </Select>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Whole>
      {writes && (
        <Form act={adding} onSubmit={() => void add()}>
          <Field
            label={words.domain}
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
            <Button busy={adding.busy !== null}>{words.add}</Button>
          </div>
        </Form>
      )}
      {requiring !== null && (
        <Question
          title={words.requireTitle(requiring.domain)}
          text={words.requireText}
          button={words.require}
          act={act}
          onYes={() => void change(requiring, 'require')}
          onClose={() => setRequiring(null)}
        />
      )}
      {removing !== null && (
        <Question
          title={words.removeTitle(removing.domain)}
          text={words.removeText}
          button={texts.account.remove}
          act={act}
          onYes={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Card>
  );
}

/** The record that DNS must have. */
function Record({ record: { type, name, value } }: Pick<OrganizationDomain, 'record'>): ReactNode {
  const { texts } = useKeyward();
  const words = texts.domains;
  return (
    <div className="kw-boxed kw-record">
      <p className="kw-hint">{words.record(type)}</p>
      <div>
        <code>{name}</code>
        <CopyButton text={name}>{words.copyName}</CopyButton>
      </div>
      <div>
        <code>{value}</code>
        <CopyButton text={value}>{words.copy}</CopyButton>
      </div>
    </div>
  );
}
