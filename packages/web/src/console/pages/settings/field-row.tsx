import { useEffect, useId } from 'react';
import { fieldTexts } from '../../data/field-texts.ts';
import { useAddressQuery } from '../../lib/address.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { inDigits } from '../../ui/in-digits.ts';
import { RESET } from './draft.ts';
import { Entries } from './entries.tsx';
import { FieldInput, type FieldInputProps } from './field-input.tsx';
import { FieldSource } from './field-source.tsx';
import { inOneText, type Problem } from './problems.ts';
import { entriesOf, type Entry, TABLES } from './tables.ts';

export interface FieldRowProps extends Omit<FieldInputProps, 'id' | 'describedBy' | 'isInvalid'> {
  problems: readonly Problem[] | undefined;
}

/** A field of the settings: its description at the left, its value and source at the right; a table is below. */
export function FieldRow(props: FieldRowProps) {
  const { field, section, edit, problems = [], values, onEdit } = props;
  const id = useId();
  const name = `${section}.${field.name}`;
  const table = TABLES[name];
  const { label, help, unit } = fieldTexts(section, field);
  const [query] = useAddressQuery();
  const sought = query['field'] === field.name;
  useEffect(() => {
    if (!sought) return;
    const input = document.getElementById(id);
    input?.scrollIntoView({ block: 'center' });
    input?.focus({ preventScroll: true });
  }, [sought, id]);
  const digits = inGroups(field, edit);
  const problem = inOneText(
    table === undefined ? problems : problems.filter(({ part }) => part === undefined),
    settingsTexts.line,
  );
  const changeEntries = (entries: readonly Entry[]) => {
    if (table === undefined) return;
    const isSame = JSON.stringify(entries) === JSON.stringify(entriesOf(table, field.value));
    onEdit(isSame ? undefined : { table, entries });
  };
  return (
    <div
      className="kc-field"
      data-changed={edit !== undefined || undefined}
      data-sought={sought || undefined}
      data-table={table !== undefined || undefined}
    >
      <div className="kc-field-about">
        {table === undefined ? <label htmlFor={id}>{label}</label> : <b id={`${id}-label`}>{label}</b>}
        <p id={`${id}-help`}>{help}</p>
      </div>
      <div className="kc-field-value">
        {table === undefined ? (
          <div className="kc-field-input">
            <FieldInput
              {...props}
              id={id}
              isInvalid={problem !== undefined}
              describedBy={`${id}-help${problem === undefined ? '' : ` ${id}-problem`}`}
            />
            {(unit ?? digits) !== undefined && (
              <span className="kc-muted">{[digits, unit].filter(Boolean).join(' ')}</span>
            )}
          </div>
        ) : (
          <Entries
            id={id}
            name={name}
            table={table}
            entries={
              typeof edit === 'object'
                ? edit.entries
                : entriesOf(table, edit === RESET ? field.first_value : field.value)
            }
            problems={Object.fromEntries(
              problems.flatMap(({ part, message }) => (part === undefined ? [] : [[part, message]])),
            )}
            values={values}
            onChange={changeEntries}
          />
        )}
        {problem !== undefined && (
          <p className="kc-field-problem" id={`${id}-problem`} role="alert">
            {problem}
          </p>
        )}
        <FieldSource
          {...props}
          label={label}
          onEdit={(next) => {
            onEdit(next);
            // The button that was pressed disappears.
            document.getElementById(id)?.focus({ preventScroll: true });
          }}
        />
      </div>
    </div>
  );
}

/** A long number, as people write it; the input has only its digits. */
function inGroups(
  { name, type, value }: FieldRowProps['field'],
  edit: FieldRowProps['edit'],
): string | undefined {
  const typed = typeof edit === 'string' ? edit : String(value);
  // A port is a name, not a quantity.
  return type === 'integer' && name !== 'port' && /^\d{5,15}$/.test(typed)
    ? inDigits(Number(typed))
    : undefined;
}
