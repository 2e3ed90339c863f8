import { type ReactNode, useId } from 'react';
import type { Problem } from '../context/errors.ts';

export interface TextAreaProps {
  label: string;
  name: string;
  problem: Problem;
  hint: string;
  value: string;
  onInput: (value: string) => void;
}

/** A labelled field of several lines, with its own error. */
export function TextArea({ label, name, problem, hint, value, onInput }: TextAreaProps): ReactNode {
  const id = useId();
  const error = problem.fields[name];
  return (
    <div className="kw-field">
      <div className="kw-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="kw-input">
        <textarea
          id={id}
          name={name}
          rows={3}
          value={value}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </div>
      {error !== undefined && (
        <p className="kw-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      <p className="kw-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
