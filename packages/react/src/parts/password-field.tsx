import { type ReactNode, useId, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Field, type FieldProps } from './field.tsx';
import { Icon } from './icons.tsx';

export interface PasswordFieldProps extends Pick<FieldProps, 'problem' | 'beside' | 'hint'> {
  name?: string;
  label?: string;
  /** Whether the person chooses a new password here. */
  isNew?: boolean;
}

export function PasswordField({
  name = 'password',
  label,
  problem,
  beside,
  hint,
  isNew = false,
}: PasswordFieldProps): ReactNode {
  const { texts } = useKeyward();
  const rules = useId();
  const [shown, setShown] = useState(false);
  const [text, setText] = useState('');
  return (
    <>
      <Field
        label={label ?? (isNew ? texts.newPassword : texts.password)}
        name={name}
        problem={problem}
        beside={beside}
        hint={hint}
        required
        type={shown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        describedBy={isNew ? rules : ''}
        onInput={(event) => setText(event.currentTarget.value)}
        end={
          <button
            type="button"
            className="kw-show"
            aria-label={shown ? texts.hide : texts.show}
            title={shown ? texts.hidePassword : texts.showPassword}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </button>
        }
      />
      {isNew && <PasswordRules id={rules} text={text} failed={problem.fields[name] !== undefined} />}
    </>
  );
}

/**
 * The rules of the service that the page can check. Each is ticked as soon as it is met.
 * @param props.failed whether the password was refused; then the unmet rules stand out
 */
function PasswordRules({ id, text, failed }: { id: string; text: string; failed: boolean }): ReactNode {
  const {
    texts: { passwordRules: words },
    facts: { minPasswordLength: least },
  } = useKeyward();
  const typed = text.normalize('NFKC');
  const rules = [
    [words.length(least), Array.from(typed).length >= least],
    [words.upper, /\p{Lu}/u.test(typed)],
    [words.lower, /\p{Ll}/u.test(typed)],
    [words.digit, /\p{Nd}/u.test(typed)],
  ] as const;
  return (
    <ul className="kw-rules" id={id}>
      {rules.map(([rule, met]) => (
        <li key={rule} data-met={met} data-failed={failed && !met}>
          <Icon name={failed && !met ? 'cross' : 'check'} />
          {rule}
          <span className="kw-hidden"> ({met ? words.met : words.missing})</span>
        </li>
      ))}
    </ul>
  );
}
