import { useState } from 'react';
import { Button, Field, Form, Panel, PasswordField, useAct } from '@keyward/react/parts';
import { arrival } from '../../lib/arrival.ts';
import { service } from '../../service/service.ts';
import { componentTexts } from '../../texts/component-texts.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Strength, STRENGTHS, strengthOf } from './strength.ts';
import './set-up.css';

/** In characters; more than the profile asks of others, because this account manages them all. */
export const MIN_LENGTH = 12;

/** As the list of rules below the field says, with the strength. */
function isStrong(password: string): boolean {
  const length = Array.from(password.normalize('NFKC')).length;
  return length >= MIN_LENGTH && strengthOf(password) !== 'weak';
}

export interface FirstSuperadminProps {
  onCreated: () => void;
  /** The link ended while the form was open. */
  onDead: () => void;
}

export function FirstSuperadmin({ onCreated, onDead }: FirstSuperadminProps) {
  const t = useTexts().setUp;
  const words = componentTexts;
  const act = useAct('name', 'email', 'password');
  const [shown, setShown] = useState('');
  const create = async (typed: Readonly<Record<string, string>>) => {
    const { name = '', email = '', password = '' } = typed;
    if (!isStrong(password)) return act.setProblem({ fields: { password: t.tooWeak } });
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
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only listens to the field inside */}
        <div
          className="kc-new-password"
          onInput={({ target }) => {
            if (target instanceof HTMLInputElement) setShown(target.value);
          }}
        >
          <PasswordField problem={act.problem} isNew label={words.password} />
          {shown !== '' && <Meter strength={strengthOf(shown)} />}
        </div>
        <Button kind="primary" busy={act.busy !== null}>
          {t.create}
        </Button>
      </Form>
    </Panel>
  );
}

function Meter({ strength }: { strength: Strength }) {
  const t = useTexts().setUp;
  return (
    <p className="kc-strength" data-strength={strength} role="status">
      <meter aria-label={t.strength} min={0} max={STRENGTHS.length} value={STRENGTHS.indexOf(strength) + 1} />
      {t.strengths[strength]}
    </p>
  );
}
