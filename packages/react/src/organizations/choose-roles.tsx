import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import type { Act } from '../context/use-act.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { useShown } from './profile-context.ts';
import { RoleCheckboxes, type RoleCheckboxesProps } from './role-checkboxes.tsx';

/** The roles of the shown organization as checkboxes. Nobody gives or takes a permission that they lack. */
export function RoleChoices(props: Pick<RoleCheckboxesProps, 'label' | 'chosen' | 'onChange'>): ReactNode {
  const { roles, holds } = useShown();
  return <RoleCheckboxes {...props} roles={roles} mayGive={(name) => holds([name])} />;
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
