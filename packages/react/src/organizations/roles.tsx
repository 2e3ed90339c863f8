import type { OrganizationRole } from '@keyward/client';
import { type ReactNode, useState } from 'react';
import { Card, Item } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Question } from '../parts/question.tsx';
import { PermissionChoices, PermissionList } from './permissions.tsx';
import { useShown } from './profile-context.ts';

export function Roles(): ReactNode {
  const { texts, facts } = useKeyward();
  const words = texts.organizations;
  const { roles, may, holds, api, id, reloadRoles } = useShown();
  const act = useAct();
  const [news, setNews] = useState<string | null>(null);
  /** The role in the form; `new` for another. */
  const [edited, setEdited] = useState<OrganizationRole | 'new' | null>(null);
  const [removing, setRemoving] = useState<OrganizationRole | null>(null);
  const defines = may('org:roles:write') && facts.organizations?.ownRoles === true;

  async function remove({ name }: OrganizationRole) {
    const result = await act.run('remove', () => api.roles.delete({ id, name }));
    if (result?.error !== null) return;
    setRemoving(null);
    setNews(words.roleRemoved(name));
    await reloadRoles();
  }

  return (
    <Card title={words.parts.roles} intro={words.rolesIntro} news={news}>
      <ul className="kw-list">
        {roles.map((role) => (
          <li key={role.name}>
            <Item
              title={words.roleName(role.name)}
              text={
                <span className="kw-lines">
                  <span>{words.roleText(role.name, role.description)}</span>
                  <PermissionList permissions={role.permissions} />
                </span>
              }
            >
              {defines && role.source === 'organization' && holds([role.name]) && (
                <>
                  <Button kind="quiet" label={words.editRole(role.name)} onClick={() => setEdited(role)}>
                    {words.edit}
                  </Button>
                  <Button kind="quiet" label={words.removeRole(role.name)} onClick={() => setRemoving(role)}>
                    {texts.account.remove}
                  </Button>
                </>
              )}
            </Item>
          </li>
        ))}
      </ul>
      {defines && (
        <div className="kw-row kw-end">
          <Button icon="plus" onClick={() => setEdited('new')}>
            {words.addRole}
          </Button>
        </div>
      )}
      {edited !== null && (
        <RoleForm
          role={edited === 'new' ? null : edited}
          onSaved={async (name) => {
            setEdited(null);
            setNews(words.roleSaved(name));
            await reloadRoles();
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {removing !== null && (
        <Question
          title={words.removeRoleTitle(removing.name)}
          text={words.removeRoleText}
          button={texts.account.remove}
          act={act}
          onYes={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Card>
  );
}

interface RoleFormProps {
  /** Null: a new one. */
  role: OrganizationRole | null;
  onSaved: (name: string) => Promise<void>;
  onClose: () => void;
}

function RoleForm({ role, onSaved, onClose }: RoleFormProps): ReactNode {
  const { texts } = useKeyward();
  const words = texts.organizations;
  const { api, id, own } = useShown();
  const act = useAct('name', 'description');
  const [chosen, setChosen] = useState<string[]>(role?.permissions ?? ['org:read']);

  async function save(typed: Readonly<Record<string, string>>) {
    const name = role?.name ?? (typed['name'] ?? '').trim();
    const fields = { id, name, description: (typed['description'] ?? '').trim(), permissions: chosen };
    const result = await act.run('save', () =>
      role === null ? api.roles.create(fields) : api.roles.update(fields),
    );
    if (result?.error === null) await onSaved(name);
  }

  return (
    <Dialog title={role === null ? words.addRole : words.editRole(role.name)} onClose={onClose}>
      <Form act={act} onSubmit={(typed) => void save(typed)} focused>
        {role === null && (
          <Field
            label={words.roleNameField}
            name="name"
            problem={act.problem}
            hint={words.roleNameHint}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
          />
        )}
        <Field
          label={words.description}
          name="description"
          problem={act.problem}
          required={false}
          defaultValue={role?.description}
          autoComplete="off"
          maxLength={200}
        />
        {/* Nobody gives a permission that they lack. */}
        <PermissionChoices permissions={own.membership.permissions} chosen={chosen} onChange={setChosen} />
        <div className="kw-row kw-end">
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button kind="primary" busy={act.busy !== null}>
            {texts.account.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
