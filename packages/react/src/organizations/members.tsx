import type { OrganizationMember } from '@keyward/client';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Card, Item, Whole } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { dateOf } from '../lib/times.ts';
import { useList } from './use-list.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Question } from '../parts/question.tsx';
import { Select } from './select.tsx';
import { NO_PROBLEM } from '../context/errors.ts';
import { ChooseRoles } from './choose-roles.tsx';
import { useShown } from './profile-context.ts';

const PAGE = 20;
/** The pause after the last key before the search is sent. */
const TYPING_MS = 250;

/** The members of an organization, found by name, email, handle and role. */
export function useMembers(search: string, role: string) {
  const { api, id } = useShown();
  return useList<OrganizationMember>(
    useCallback(
      async (after) => {
        const { data, error } = await api.members.list({
          id,
          limit: PAGE,
          ...(search !== '' && { q: search }),
          ...(role !== '' && { role }),
          ...(after !== undefined && { after }),
        });
        return error === null
          ? { data: { rows: data.members, cursor: data.cursor }, error }
          : { data, error };
      },
      [api, id, search, role],
    ),
  );
}

/** What was typed, and the search once the person pauses. */
export function useSearch(): [typed: string, search: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, search, setTyped];
}

export interface SearchFieldProps {
  value: string;
  onType: (typed: string) => void;
}

/** The field that searches members. */
export function SearchField({ value, onType }: SearchFieldProps): ReactNode {
  const { texts } = useKeyward();
  return (
    <Field
      label={texts.organizations.search}
      name="q"
      type="search"
      problem={NO_PROBLEM}
      value={value}
      onInput={(event) => onType(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

export function Members(): ReactNode {
  const { texts, session } = useKeyward();
  const words = texts.organizations;
  const { roles, api, id, may, holds, reload } = useShown();
  const [typed, search, setTyped] = useSearch();
  const [role, setRole] = useState('');
  const members = useMembers(search, role);
  const act = useAct();
  const [news, setNews] = useState<string | null>(null);
  const [removing, setRemoving] = useState<OrganizationMember | null>(null);
  const [changing, setChanging] = useState<OrganizationMember | null>(null);
  const own = session.account?.id;

  async function after(sentence: string) {
    setRemoving(null);
    setChanging(null);
    setNews(sentence);
    await Promise.all([members.reload(), reload()]);
  }

  async function remove({ account }: OrganizationMember) {
    const result = await act.run('remove', () => api.members.remove({ id, account_id: account.id }));
    if (result?.error === null) await after(words.removed(account.name));
  }

  async function change({ account }: OrganizationMember, chosen: string[]) {
    const result = await act.run('roles', () =>
      api.members.update({ id, account_id: account.id, roles: chosen }),
    );
    if (result?.error === null) await after(words.rolesChanged(account.name));
  }

  return (
    <Card title={words.parts.members} intro={words.membersIntro} news={news}>
      <div className="kw-inline">
        <SearchField value={typed} onType={setTyped} />
        <Select label={words.role} value={role} onChange={setRole}>
          <option value="">{words.everyRole}</option>
          {roles.map(({ name }) => (
            <option key={name} value={name}>
              {words.roleName(name)}
            </option>
          ))}
        </Select>
      </div>
      <Whole loaded={members}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="kw-hint" role="status">
              {words.noMember}
            </p>
          ) : (
            <ul className="kw-list">
              {rows.map((member) => (
                <li key={member.account.id}>
                  <Member member={member} isOwn={member.account.id === own}>
                    {may('org:members:write') && holds(member.roles) && (
                      <>
                        <Button
                          kind="quiet"
                          label={words.changeRolesOf(member.account.name)}
                          onClick={() => setChanging(member)}
                        >
                          {words.changeRoles}
                        </Button>
                        {member.account.id !== own && (
                          <Button
                            kind="quiet"
                            label={words.removeOne(member.account.name)}
                            onClick={() => setRemoving(member)}
                          >
                            {texts.account.remove}
                          </Button>
                        )}
                      </>
                    )}
                  </Member>
                </li>
              ))}
            </ul>
          )
        }
      </Whole>
      {members.more !== null && (
        <div className="kw-row kw-end">
          <Button onClick={() => void members.more?.()}>{words.more}</Button>
        </div>
      )}
      {removing !== null && (
        <Question
          title={words.removeTitle(removing.account.name)}
          text={words.removeText}
          button={texts.account.remove}
          act={act}
          onYes={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
      {changing !== null && (
        <ChooseRoles
          title={words.changeRolesOf(changing.account.name)}
          chosen={changing.roles}
          act={act}
          onChoose={(chosen) => void change(changing, chosen)}
          onClose={() => setChanging(null)}
        />
      )}
    </Card>
  );
}

interface MemberProps {
  member: OrganizationMember;
  isOwn: boolean;
  children?: ReactNode;
}

function Member({ member: { account, roles, created_at: since }, isOwn, children }: MemberProps): ReactNode {
  const { texts } = useKeyward();
  const words = texts.organizations;
  const { name, email, avatar_url: picture } = account;
  return (
    <Item
      icon={<Avatar name={name} url={picture} />}
      title={
        <>
          {name}
          {isOwn && <span className="kw-badge">{words.you}</span>}
        </>
      }
      text={
        <span className="kw-lines">
          <span>{email}</span>
          <span>
            {roles.map((role) => words.roleName(role)).join(', ')} ·{' '}
            {words.since(dateOf(since, texts.locale))}
          </span>
        </span>
      }
    >
      {children}
    </Item>
  );
}
