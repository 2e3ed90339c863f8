import { Button, Field, Form, Panel, PasswordField, useAct } from '@keyward/react/parts';
import { arrival } from '../../lib/arrival.ts';
import { service } from '../../service/service.ts';
import { componentTexts } from '../../texts/component-texts.ts';
import { useTexts } from '../../texts/texts.ts';

export interface FirstSuperadminProps {
  onCreated: () => void;
  /** The link ended while the form was open. */
  onDead: () => void;
}

export function FirstSuperadmin({ onCreated, onDead }: FirstSuperadminProps) {
  const t = useTexts().setUp;
  const words = componentTexts;
  const act = useAct('name', 'email', 'password');
  const create = async (typed: Readonly<Record<string, string>>) => {
    const { name = '', email = '', password = '' } = typed;
    const result = await act.run('create', () =>
      service.admin.setUp.create({
        token: arrival.fragment,
        name: name.trim(),
        email: email.trim(),
        password,
      }),
    );
    if (result?.error?.kind === 'InvalidTokenError') onDead();
    else if (result?.data) onCreated();
  };
  return (
    <Panel title={t.title} intro={t.intro}>
      <Form act={act} focused onSubmit={(typed) => void create(typed)}>
        <Field
          label={words.name}
          name="name"
          problem={act.problem}
          required
          autoComplete="name"
          maxLength={200}
        />
        <Field
          label={t.email}
          name="email"
          type="email"
          problem={act.problem}
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <PasswordField problem={act.problem} isNew label={words.password} />
        <Button kind="primary" busy={act.busy !== null}>
          {t.create}
        </Button>
      </Form>
    </Panel>
  );
}
