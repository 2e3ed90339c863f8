import {
  Button,
  Field,
  Form,
  Notice,
  RoleCheckboxes,
  useAct,
  useKeyward,
  useLoaded,
  Whole,
} from '@keyward/react/parts';
import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import type { Connection, Roles } from './api.ts';
import type { PortalRolesTexts } from '../texts/en/portal-roles.ts';
import type { PortalContextValue } from './portal-context.ts';

export interface RolesStepProps {
  connection: Connection;
  onSaved: (connection: Connection) => void;
}

interface Given {
  portal: PortalContextValue;
  texts: PortalRolesTexts['portalRoles'];
}

/** Loads the texts for the roles that groups of the provider give. Most customers do not need them. */
export async function loadRoles(portal: PortalContextValue): Promise<ComponentType<RolesStepProps>> {
  const [texts] = await Promise.all([portal.loadTexts('portal-roles'), portal.loadTexts('organizations')]);
  return (props) => <RolesStep {...props} portal={portal} texts={texts.portalRoles} />;
}

function RolesStep(props: RolesStepProps & Given): ReactNode {
  const { call } = props.portal;
  const loaded = useLoaded(useCallback(() => call<Roles>('GET', '/role'), [call]));
  return <Whole loaded={loaded}>{(roles) => <Mapping {...props} {...roles} />}</Whole>;
}

interface Row {
  /** The name of its field. */
  name: string;
  group: string;
  roles: readonly string[];
}

function Mapping({
  connection: { id, mapping, keep_roles, version },
  roles: givable,
  default_role: byDefault,
  portal: { call, words },
  texts,
  onSaved,
}: RolesStepProps & Given & Roles): ReactNode {
  const { organizations } = useKeyward().texts;
  const act = useAct();
  const [rows, setRows] = useState<readonly Row[]>(() =>
    Object.entries(mapping).map(([group, roles], place) => ({ name: `group${place}`, group, roles })),
  );
  const [added, setAdded] = useState<string | null>(null);
  const [follows, setFollows] = useState(keep_roles);
  const [state, setState] = useState<'unchanged' | 'changed' | 'saved'>('unchanged');

  function edit(next: readonly Row[]) {
    setState('changed');
    setRows(next);
  }
  const set = (row: Row, change: Partial<Row>) =>
    edit(rows.map((one) => (one.name === row.name ? { ...one, ...change } : one)));
  function add() {
    const name = `group${1 + Math.max(-1, ...rows.map((row) => Number(row.name.slice(5))))}`;
    setAdded(name);
    edit([...rows, { name, group: '', roles: [] }]);
  }
  async function save() {
    const groups = rows.map(({ group }) => group.trim());
    for (const [place, { name, roles }] of rows.entries()) {
      if (groups.indexOf(groups[place] ?? '') < place)
        return act.setProblem({ fields: { [name]: texts.twice } });
      if (roles.length === 0) return act.setProblem({ fields: { [name]: texts.missing } });
    }
    const fields = {
      mapping: Object.fromEntries(rows.map(({ roles }, place) => [groups[place], roles])),
      keep_roles: follows,
      version,
    };
    // Whatever is typed while it runs is not saved.
    setState('unchanged');
    const result = await act.run('save', () => call<Connection>('PATCH', `/connection/${id}`, fields));
    if (result?.error !== null) return setState('changed');
    setState((now) => (now === 'changed' ? now : 'saved'));
    onSaved(result.data);
  }
  /** Also those that it gives already, so that they are shown. */
  const choicesOf = ({ roles }: Row) => [
    ...givable,
    ...roles
      .filter((role) => givable.every(({ name }) => name !== role))
      .map((name) => ({ name, description: '' })),
  ];

  return (
    <Form act={act} onSubmit={() => void save()} focused={added ?? false}>
      <p className="kw-hint">{texts.intro}</p>
      <ul className="kw-list portal-groups" hidden={rows.length === 0}>
        {rows.map((row) => (
          <li key={row.name}>
            <div className="kw-inline">
              <Field
                label={texts.group}
                name={row.name}
                problem={act.problem}
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={row.group}
                onInput={(event) => set(row, { group: event.currentTarget.value })}
              />
              <Button
                kind="quiet"
                label={words.connections.removeOne(row.group)}
                onClick={() => edit(rows.filter((one) => one !== row))}
              >
                {words.remove}
              </Button>
            </div>
            <RoleCheckboxes
              label={organizations.roles}
              roles={choicesOf(row)}
              chosen={row.roles}
              onChange={(roles) => set(row, { roles })}
            />
          </li>
        ))}
      </ul>
      <p className="kw-hint">
        {(rows.length === 0 ? texts.none : texts.others)(organizations.roleName(byDefault))}
      </p>
      {(rows.length > 0 || follows) && (
        <div className="kw-choose">
          <label>
            <input
              type="checkbox"
              checked={follows}
              onChange={({ currentTarget: { checked } }) => {
                setState('changed');
                setFollows(checked);
              }}
            />
            <span>
              {texts.follow}
              <small className="kw-hint">{texts.followText}</small>
            </span>
          </label>
        </div>
      )}
      {state === 'saved' && <Notice kind="success">{words.steps.saved}</Notice>}
      <div className="kw-row kw-end">
        <Button icon="plus" onClick={add}>
          {texts.add}
        </Button>
        <Button busy={act.busy !== null} disabled={state !== 'changed'}>
          {words.steps.save}
        </Button>
      </div>
    </Form>
  );
}
