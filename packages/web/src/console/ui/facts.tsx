import { Fragment, type ReactNode } from 'react';

/** Names and values of one record. Entries with undefined are left out. */
export function Facts({ entries }: { entries: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="kc-facts">
      {entries
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

export function Json({ value, label }: { value: unknown; label?: string }) {
  return (
    // A long value scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="kc-json" tabIndex={0} aria-label={label}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

const DATA_SHOWN = 60;
const DATA_END = 20;

export interface DiffProps {
  changes: Readonly<Record<string, { before: unknown; after: unknown }>>;
  /** Names a field. Default: its name in the API. */
  nameOf?: (field: string) => string;
  /** Writes a value. */
  wordsOf?: (value: unknown, field: string) => string;
}

const asNamed = (field: string) => field;

/** The old and new values of a change, by field. */
export function Diff({ changes, nameOf = asNamed, wordsOf = written }: DiffProps) {
  return (
    <table className="kc-diff">
      <tbody>
        {Object.entries(changes).map(([field, { before, after }]) => (
          <tr key={field}>
            <th scope="row">{nameOf(field)}</th>
            <td>
              <del>{wordsOf(before, field)}</del>
            </td>
            <td>
              <ins>{wordsOf(after, field)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function written(value: unknown): string {
  // The text of a picture is unreadable, and would hide the other fields.
  if (typeof value === 'string' && value.startsWith('data:') && value.length > DATA_SHOWN)
    return `${value.slice(0, value.indexOf(',') + 1)}…${value.slice(-DATA_END)}`;
  if (typeof value === 'string' && value !== '') return value;
  // With spaces, at which a narrow column breaks it.
  return JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, ' ') ?? '–';
}
