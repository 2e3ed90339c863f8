import { type ReactNode, useEffect, useRef } from 'react';
import { useKeyward } from '../context/context.tsx';
import { NO_PROBLEM, type Problem } from '../context/errors.ts';
import type { Act } from '../context/use-act.ts';
import { Notice } from './notice.tsx';

export interface FormProps {
  act: Act;
  /** Receives the input, by name. Called only if every required field is filled in. */
  onSubmit: (typed: Readonly<Record<string, string>>) => void;
  children: ReactNode;
  /** Whether the first field gets the focus when the form appears; or the name of a field that gets it. */
  focused?: boolean | string;
}

/** A form that shows errors at its fields. The first invalid field gets the focus. */
export function Form({ act, onSubmit, children, focused = false }: FormProps): ReactNode {
  const { texts } = useKeyward();
  const { fields } = act.problem;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focused === false) return;
    const field = focused === true ? 'input:not([tabindex])' : `[name="${focused}"]`;
    form.current?.querySelector<HTMLElement>(field)?.focus();
  }, [focused]);
  useEffect(() => {
    if (Object.keys(fields).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [fields]);
  return (
    <form
      className="kw-form"
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const missing = missingIn(event.currentTarget, texts.fields.required);
        if (missing !== NO_PROBLEM) act.setProblem(missing);
        else onSubmit(typedIn(event.currentTarget));
      }}
    >
      {act.problem.message !== undefined && <Notice kind="problem">{act.problem.message}</Notice>}
      {children}
    </form>
  );
}

/** The input of a form, by name. */
export function typedIn(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}

function missingIn(form: HTMLFormElement, message: string): Problem {
  const missing = [...form.querySelectorAll('input')].filter(
    (one) => one.required && one.value.trim() === '',
  );
  return missing.length === 0
    ? NO_PROBLEM
    : { fields: Object.fromEntries(missing.map(({ name }) => [name, message])) };
}
