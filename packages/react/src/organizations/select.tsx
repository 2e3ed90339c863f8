import { type ReactNode, useId } from 'react';

export interface SelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The options. */
  children: ReactNode;
}

/** A labelled select element. */
export function Select({ label, value, onChange, children }: SelectProps): ReactNode {
  const id = useId();
  return (
    <div className="kw-field">
      <div className="kw-label">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="kw-input">
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {children}
        </select>
      </div>
    </div>
  );
}
