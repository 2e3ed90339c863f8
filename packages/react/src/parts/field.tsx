import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { useKeyward } from '../context/context.tsx';
import type { Problem } from '../context/errors.ts';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'className'> {
  label: string;
  name: string;
  problem: Problem;
  /** A sentence below the field. */
  hint?: ReactNode;
  /** Inside the field, at its end. */
  end?: ReactNode;
  /** At the end of the label's line. */
  beside?: ReactNode;
  /** Ids of further descriptions. */
  describedBy?: string;
}

/** A labelled input with its own error. */
export function Field({
  label,
  name,
  problem,
  hint,
  end,
  beside,
  describedBy = '',
  ...input
}: FieldProps): ReactNode {
  const { texts } = useKeyward();
  const id = useId();
  const error = problem.fields[name];
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`, describedBy]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="kw-field">
      <div className="kw-label">
        <label htmlFor={id}>{label}</label>
        {input.required === false && <span className="kw-muted">{texts.optional}</span>}
        {beside}
      </div>
      <div className="kw-input">
        <input
          type="text"
          {...input}
          id={id}
          name={name}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described || undefined}
        />
        {end}
      </div>
      {error !== undefined && (
        // Announced when it appears, because the focus stays in the field after Enter.
        <p className="kw-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="kw-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** For the digits of a mail or an authenticator app. */
export function CodeField({
  name,
  problem,
  label,
}: Pick<FieldProps, 'name' | 'problem'> & { label?: string }): ReactNode {
  const { texts } = useKeyward();
  return (
    <Field
      label={label ?? texts.code}
      name={name}
      problem={problem}
      required
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      // A recovery code also fits: some people type it here.
      maxLength={24}
      data-kw="code"
      placeholder="000000"
      onInput={({ currentTarget: { form, value }, nativeEvent }) => {
        // Not for password managers, which submit themselves.
        const isEntered = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('insert');
        if (isEntered && /^\d{3}[ -]?\d{3}$/.test(value) && form?.checkValidity() === true)
          form.requestSubmit();
      }}
    />
  );
}

/** For password managers, which store a password together with a user name. */
export function UserName({ value }: { value: string }): ReactNode {
  return (
    <input
      className="kw-hidden"
      type="text"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
