import { ActionIcon, Button, Checkbox, TagsInput, TextInput } from '@mantine/core';
import { IconChevronRight, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { namesIn, permissionsIn } from './choices-of.ts';
import { type Column, emptyEntry, type Entry, type EntryProblems, isShort, type Table } from './tables.ts';

export interface EntriesProps {
  /** Of the group, whose name and description have it as a prefix. */
  id: string;
  /** The API's names of section and field, as `oauth.scopes`. */
  name: string;
  table: Table;
  entries: readonly Entry[];
  problems: EntryProblems;
  /** All values of the section, with their changes. */
  values: Readonly<Record<string, unknown>>;
  onChange: (entries: readonly Entry[]) => void;
}

/** A table of the settings as a list: entries are added, opened, changed and removed. */
export function Entries({ id, name, table, entries, problems, values, onChange }: EntriesProps) {
  const t = settingsTexts.entries;
  const { add } = settingsTexts.tables[name] ?? {};
  const [open, setOpen] = useState<number>();
  const [isNew, setNew] = useState(false);
  const adding = useRef<HTMLButtonElement>(null);
  const short = isShort(table);
  const change = (index: number, changed: Entry) =>
    onChange(entries.map((entry, place) => (place === index ? changed : entry)));
  const remove = (index: number) => {
    onChange(entries.filter((_, place) => place !== index));
    setOpen(undefined);
    setNew(false);
    adding.current?.focus();
  };
  const fields = (entry: Entry, index: number) =>
    table.columns.map((column, place) => (
      <Field
        key={column.name}
        column={column}
        table={name}
        path={`${name.split('.')[1] ?? name}.${index}.${column.name}`}
        isSmall={short}
        hasFocus={isNew && place === 0 && index === entries.length - 1}
        value={entry[column.name] ?? ''}
        problem={problems[`${index}.${column.name}`]}
        values={values}
        onChange={(value) => change(index, { ...entry, [column.name]: value })}
      />
    ));
  const group = { id, role: 'group', tabIndex: -1, 'aria-labelledby': `${id}-label` } as const;
  if (table.shape === 'one')
    return (
      <div {...group} className="kc-entry-fields">
        {fields(entries[0] ?? emptyEntry(table), 0)}
      </div>
    );
  return (
    <div {...group} className="kc-entries">
      {entries.length > 0 && (
        <ul data-short={short || undefined}>
          {entries.map((entry, index) => {
            const isWrong = Object.keys(problems).some((path) => path.startsWith(`${index}.`));
            const called = String(entry[table.columns[0].name]) || t.unnamed;
            const removal = (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t.remove(called)}
                onClick={() => remove(index)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            );
            if (short)
              return (
                // Entries have no identity but their place.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={index}>
                  {fields(entry, index)}
                  {removal}
                </li>
              );
            const isOpen = open === index || isWrong;
            return (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <li key={index}>
                <div className="kc-entry-head">
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    onClick={() => setOpen(open === index ? undefined : index)}
                  >
                    <IconChevronRight size={16} aria-hidden />
                    <b>{called}</b>
                    <span>{summaryOf(table, entry)}</span>
                  </button>
                  {removal}
                </div>
                {isOpen && <div className="kc-entry-fields">{fields(entry, index)}</div>}
              </li>
            );
          })}
        </ul>
      )}
      <Button
        ref={adding}
        variant="default"
        size="compact-sm"
        onClick={() => {
          onChange([...entries, emptyEntry(table)]);
          setOpen(entries.length);
          setNew(true);
        }}
      >
        {add}
      </Button>
    </div>
  );
}

/** What a closed entry says beside its name. */
function summaryOf({ columns }: Table, entry: Entry): string {
  const text = columns.slice(1).find(({ kind }) => kind === 'text');
  const list = columns.find(({ kind }) => kind === 'permissions');
  const said = text === undefined ? '' : String(entry[text.name]);
  const listed = list === undefined ? undefined : entry[list.name];
  if (said !== '' || typeof listed !== 'object') return said;
  return settingsTexts.entries.permissions(listed.length);
}

interface FieldProps {
  column: Column;
  /** The API's names of section and field. */
  table: string;
  path: string;
  /** Whether the label is only for screen readers, and the placeholder for others. */
  isSmall: boolean;
  hasFocus: boolean;
  value: Entry[string];
  problem: string | undefined;
  values: Readonly<Record<string, unknown>>;
  onChange: (value: Entry[string]) => void;
}

function Field(props: FieldProps) {
  const { column, table, path, isSmall, hasFocus, value, problem, values, onChange } = props;
  const { name, kind, suggests } = column;
  const { label = name, help, unit, example } = settingsTexts.tables[table]?.columns[name] ?? {};
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);
  const common = { name: path, ...(help !== undefined && { description: help }) };
  if (typeof value === 'boolean')
    return (
      <Checkbox
        {...common}
        className="kc-wide"
        label={label}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  const list = typeof value === 'object' ? [...value] : [];
  if (kind === 'permissions')
    return (
      <Checkbox.Group
        className="kc-wide"
        label={label}
        error={problem}
        value={list}
        onChange={(chosen) => onChange(chosen)}
      >
        <div className="kc-permissions">
          {permissionsIn(values, list).map((permission) => (
            <Checkbox
              key={permission}
              name={path}
              size="xs"
              value={permission}
              label={settingsTexts.permissions[permission] ?? permission}
              {...(permission in settingsTexts.permissions && { description: <code>{permission}</code> })}
            />
          ))}
        </div>
      </Checkbox.Group>
    );
  if (kind === 'texts')
    return (
      <TagsInput
        {...common}
        className="kc-wide"
        label={label}
        error={problem}
        value={list}
        data={suggests === undefined ? [] : namesIn(suggests, values)}
        // What is typed and not confirmed would be lost.
        acceptValueOnBlur
        spellCheck={false}
        onChange={(texts) => onChange(texts)}
      />
    );
  return (
    <TextInput
      {...common}
      ref={input}
      {...(isSmall ? { 'aria-label': label, placeholder: label } : { label })}
      {...(example !== undefined && { placeholder: example })}
      {...(kind === 'number' && { inputMode: 'numeric', rightSection: unit, rightSectionWidth: 76 })}
      error={problem}
      value={String(value)}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
