import type { OrganizationInvitation } from '@keyward/client';
import { type ReactNode, useCallback, useState } from 'react';
import { Card, Item, Whole } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { messageOf } from '../context/errors.ts';
import { useAct } from '../context/use-act.ts';
import { dateOf } from '../lib/times.ts';
import { useList } from './use-list.ts';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { Icon } from '../parts/icons.tsx';
import { TextArea } from './text-area.tsx';
import { RoleChoices } from './choose-roles.tsx';
import { useShown } from './profile-context.ts';

const PAGE = 20;
/** In one call. */
const MAX_EMAILS = 100;

interface Outcome {
  email: string;
  /** The code of its error; null: invited. */
  code: string | null;
}

export function Invitations(): ReactNode {
  const { may, api, id } = useShown();
  const listed = useList<OrganizationInvitation>(
    useCallback(
      async (after) => {
        const { data, error } = await api.invitations.list({
          id,
          limit: PAGE,
          ...(after !== undefined && { after }),
        });
        return error === null
          ? { data: { rows: data.invitations, cursor: data.cursor }, error }
          : { data, error };
      },
      [api, id],
    ),
  );
  return (
    <>
      {may('org:invitations:write') && <Invite onInvited={listed.reload} />}
      <Pending listed={listed} />
    </>
  );
}

function Invite({ onInvited }: { onInvited: () => Promise<void> }): ReactNode {
  const { texts } = useKeyward();
  const words = texts.organizations.invite;
  const { api, id, roles } = useShown();
  const act = useAct('emails');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string[]>(() =>
    roles.some(({ name }) => name === 'member') ? ['member'] : [],
  );
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);

  async function invite() {
    const emails = [...new Set(text.split(/[\s,;]+/).filter((email) => email !== ''))];
    if (emails.length === 0) return act.setProblem({ fields: { emails: texts.fields.required } });
    if (emails.length > MAX_EMAILS) return act.setProblem({ fields: { emails: words.tooMany(MAX_EMAILS) } });
    setOutcomes([]);
    const result = await act.run('invite', () => api.invitations.create({ id, emails, roles: chosen }));
    if (!result?.data) return undefined;
    const all = result.data.results.map(({ email, error }) => ({ email, code: error?.code ?? null }));
    setOutcomes(all);
    // The refused emails stay, to be corrected.
    setText(
      all
        .filter(({ code }) => code !== null)
        .map(({ email }) => email)
        .join('\n'),
    );
    return onInvited();
  }

  return (
    <Card title={words.title} intro={words.intro}>
      <Form act={act} onSubmit={() => void invite()}>
        <TextArea
          label={words.emails}
          name="emails"
          problem={act.problem}
          hint={words.emailsHint(MAX_EMAILS)}
          value={text}
          onInput={setText}
        />
        <RoleChoices label={words.roles} chosen={chosen} onChange={setChosen} />
        <div className="kw-row kw-end">
          <Button kind="primary" busy={act.busy !== null} disabled={chosen.length === 0}>
            {words.button}
          </Button>
        </div>
      </Form>
      <div role="status" aria-label={words.outcomes}>
        <ul className="kw-outcomes" hidden={outcomes.length === 0}>
          {outcomes.map(({ email, code }) => (
            <li key={email} className={code === null ? 'kw-good' : 'kw-bad'}>
              <Icon name={code === null ? 'check' : 'alert'} />
              <span>
                <span className="kw-strong">{email}</span>{' '}
                {code === null ? words.sent : code === 'validation' ? words.noEmail : messageOf(code, texts)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Pending({ listed }: { listed: ReturnType<typeof useList<OrganizationInvitation>> }): ReactNode {
  const { texts } = useKeyward();
  const words = texts.organizations.invite;
  const { api, id, may, holds } = useShown();
  const act = useAct();
  const [news, setNews] = useState<string | null>(null);

  async function run(name: string, call: Parameters<typeof act.run>[1], sentence: string) {
    setNews(null);
    const result = await act.run(name, call);
    // Somebody else may have changed it first.
    if (result?.error === null) setNews(sentence);
    await listed.reload();
  }

  const resend = ({ id: invitation_id, email }: OrganizationInvitation) =>
    run(
      `resend-${invitation_id}`,
      () => api.invitations.resend({ id, invitation_id }),
      words.sentAgain(email),
    );
  const revoke = ({ id: invitation_id, email }: OrganizationInvitation) =>
    run(`revoke-${invitation_id}`, () => api.invitations.revoke({ id, invitation_id }), words.revoked(email));

  return (
    <Card title={words.pending} intro={words.pendingIntro} act={act} news={news}>
      <Whole loaded={listed}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="kw-hint">{words.nothing}</p>
          ) : (
            <ul className="kw-list">
              {rows.map((one) => (
                <li key={one.id}>
                  <Item
                    title={one.email}
                    text={`${one.roles.map((role) => texts.organizations.roleName(role)).join(', ')} · ${
                      one.status === 'pending'
                        ? words.until(dateOf(one.expires_at, texts.locale))
                        : words.expired
                    }`}
                  >
                    {may('org:invitations:write') && (
                      <>
                        {holds(one.roles) && (
                          <Button
                            kind="quiet"
                            label={words.resendTo(one.email)}
                            busy={act.busy === `resend-${one.id}`}
                            onClick={() => void resend(one)}
                          >
                            {words.resend}
                          </Button>
                        )}
                        <Button
                          kind="quiet"
                          label={words.revokeOf(one.email)}
                          busy={act.busy === `revoke-${one.id}`}
                          onClick={() => void revoke(one)}
                        >
                          {words.revoke}
                        </Button>
                      </>
                    )}
                  </Item>
                </li>
              ))}
            </ul>
          )
        }
      </Whole>
      {listed.more !== null && (
        <div className="kw-row kw-end">
          <Button onClick={() => void listed.more?.()}>{texts.organizations.more}</Button>
        </div>
      )}
    </Card>
  );
}
