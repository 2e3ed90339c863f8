import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import type { Act } from '../context/use-act.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { useShown } from './profile-context.ts';

export interface RoleChoicesProps {
  label: string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The roles of an organization as checkboxes. Nobody gives or takes a permission that they lack. */
export function RoleChoices({ label, chosen, onChange }: RoleChoicesProps): ReactNode {
  const { texts } = useKeyward();
  const { roles, holds } = useShown();
  const words = texts.organizations;
  return (
    <fieldset className="kw-choose">
      <legend>{label}</legend>
      <div>
        {roles.map(({ name, description }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              disabled={!holds([name])}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
            <span>
              {words.roleName(name)}
              <small className="kw-hint">{words.roleText(name, description)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export interface ChooseRolesProps {
  title: string;
  chosen: readonly string[];
  act: Act;
  onChoose: (chosen: string[]) => void;
  onClose: () => void;
}

export function ChooseRoles({ title, chosen: before, act, onChoose, onClose }: ChooseRolesProps): ReactNode {
  const { texts } = useKeyward();
  const [chosen, setChosen] = useState([...before]);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form act={act} onSubmit={() => onChoose(chosen)}>
        <RoleChoices label={texts.organizations.roles} chosen={chosen} onChange={setChosen} />
        <div className="kw-row kw-end">
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button kind="primary" busy={act.busy !== null} disabled={chosen.length === 0}>
            {texts.account.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
