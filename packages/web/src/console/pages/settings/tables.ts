/** A field of an entry, and how it is written. */
export interface Column {
  name: string;
  kind: 'text' | 'number' | 'switch' | 'texts' | 'permissions';
  /** Left out of the request while it is empty. */
  optional?: true;
  /** What a name must be. */
  rule?: keyof typeof RULES;
  /** The table of the section whose names are suggested. */
  suggests?: string;
}

const RULES = {
  /** RFC 6749 §3.3. */
  scope: /^[!#-[\]-~]{1,100}$/,
  /** Of roles and permissions. */
  grant: /^[a-z][a-z0-9_:.-]{0,63}$/,
};

/** A setting that is a table: its entries have fields, or are texts. */
export interface Table {
  /**
   * Its form in the API: an object by the first column, whose values are objects or texts; a list of objects or texts;
   * or one object, which is the only entry.
   */
  shape: 'records' | 'pairs' | 'objects' | 'texts' | 'one';
  columns: readonly [Column, ...Column[]];
}

/** An entry while it is typed, by its columns. */
export type Entry = Readonly<Record<string, string | boolean | readonly string[]>>;

/** By section and field. */
export const TABLES: Readonly<Record<string, Table>> = {
  'oauth.scopes': {
    shape: 'records',
    columns: [
      { name: 'name', kind: 'text', rule: 'scope' },
      { name: 'description', kind: 'text' },
      { name: 'claims', kind: 'texts', optional: true },
    ],
  },
  'oauth.resources': {
    shape: 'records',
    columns: [
      { name: 'address', kind: 'text' },
      { name: 'name', kind: 'text', optional: true },
      { name: 'scopes', kind: 'texts', optional: true, suggests: 'oauth.scopes' },
      { name: 'access_minutes', kind: 'number', optional: true },
      { name: 'dpop_bound', kind: 'switch', optional: true },
    ],
  },
  'oauth.metadata_documents': {
    shape: 'one',
    columns: [
      { name: 'enabled', kind: 'switch' },
      { name: 'allowed_hosts', kind: 'texts' },
      { name: 'blocked_hosts', kind: 'texts' },
    ],
  },
  'organizations.roles': {
    shape: 'objects',
    columns: [
      { name: 'name', kind: 'text', rule: 'grant' },
      { name: 'description', kind: 'text', optional: true },
      { name: 'permissions', kind: 'permissions' },
    ],
  },
  'organizations.permissions': {
    shape: 'texts',
    columns: [{ name: 'name', kind: 'text', rule: 'grant' }],
  },
  'jwt.claims': {
    shape: 'pairs',
    columns: [
      { name: 'name', kind: 'text' },
      { name: 'field', kind: 'text' },
    ],
  },
  'branding.links': {
    shape: 'objects',
    columns: [
      { name: 'label', kind: 'text' },
      { name: 'url', kind: 'text' },
    ],
  },
};

/** Whether an entry fits into one line. */
export const isShort = ({ shape, columns }: Table): boolean =>
  shape !== 'one' && columns.every(({ kind }) => kind === 'text') && columns.length < 3;

export function emptyEntry({ columns }: Table): Entry {
  return Object.fromEntries(columns.map(({ name, kind }) => [name, typedOf(kind, undefined)]));
}

/** The entries of a value in the form of the API. */
export function entriesOf({ shape, columns }: Table, value: unknown): Entry[] {
  const [first, second = first] = columns;
  const entryOf = (values: Readonly<Record<string, unknown>>): Entry =>
    Object.fromEntries(columns.map(({ name, kind }) => [name, typedOf(kind, values[name])]));
  if (shape === 'one') return [entryOf(objectOf(value))];
  if (Array.isArray(value))
    return value.map((one: unknown) => entryOf(shape === 'texts' ? { [first.name]: one } : objectOf(one)));
  return Object.entries(objectOf(value)).map(([name, one]) =>
    entryOf(
      shape === 'pairs'
        ? { [first.name]: name, [second.name]: one }
        : { ...objectOf(one), [first.name]: name },
    ),
  );
}

/** The value in the form of the API. Entries without any content are left out. */
export function valueOfEntries(table: Table, entries: readonly Entry[]): unknown {
  const { shape, columns } = table;
  const [first, second = first] = columns;
  const membersOf = (entry: Entry, members: readonly Column[]) =>
    Object.fromEntries(
      members
        .filter(({ name, optional }) => optional !== true || !isEmpty(entry[name]))
        .map(({ name, kind }) => [name, sentOf(kind, entry[name])]),
    );
  const named = (entry: Entry) => textOf(entry[first.name]);
  if (shape === 'one') return membersOf(entries[0] ?? {}, columns);
  const filled = entries.filter((entry) => !isBlank(entry));
  if (shape === 'texts') return filled.map(named);
  if (shape === 'objects') return filled.map((entry) => membersOf(entry, columns));
  return Object.fromEntries(
    filled.map((entry) => [
      named(entry),
      shape === 'pairs' ? textOf(entry[second.name]) : membersOf(entry, columns.slice(1)),
    ]),
  );
}

/** By entry and column, as `0.name`. */
export type EntryProblems = Readonly<Record<string, string>>;

/** What the service cannot find wrong: an object has each name once. */
export function problemsIn(
  { shape, columns: [first] }: Table,
  entries: readonly Entry[],
  texts: Readonly<Record<keyof typeof RULES | 'missing' | 'again', string>>,
): EntryProblems {
  if (shape === 'one') return {};
  const names = entries.map((entry) => textOf(entry[first.name]));
  const said = names.map((name, index) => {
    if (name === '') return isBlank(entries[index] ?? {}) ? undefined : texts.missing;
    if (names.indexOf(name) !== index) return texts.again;
    return first.rule === undefined || RULES[first.rule].test(name) ? undefined : texts[first.rule];
  });
  return Object.fromEntries(
    said.flatMap((text, index) => (text === undefined ? [] : [[`${index}.${first.name}`, text]])),
  );
}

/** The place of an error of the service, as `0.name`. @param part its path within the field */
export function entryAt(table: Table, entries: readonly Entry[], part: string): string {
  const { shape, columns } = table;
  const [first] = columns;
  const filled = entries.flatMap((entry, index) => (isBlank(entry) ? [] : [{ entry, index }]));
  const isIn = (name: string) => part === name || part.startsWith(`${name}.`);
  if (shape === 'one') return `0.${columns.find(({ name }) => isIn(name))?.name ?? first.name}`;
  const [found] = filled
    .map(({ entry, index }, place) => ({
      index,
      key: shape === 'objects' || shape === 'texts' ? String(place) : textOf(entry[first.name]),
    }))
    .filter(({ key }) => isIn(key))
    // Of two addresses, one can begin with the other.
    .toSorted((one, other) => other.key.length - one.key.length);
  if (found === undefined) return `0.${first.name}`;
  const rest = part.slice(found.key.length + 1).split('.')[0];
  const column = shape === 'pairs' ? columns[1] : columns.find(({ name }) => name === rest);
  return `${found.index}.${column?.name ?? first.name}`;
}

function typedOf(kind: Column['kind'], value: unknown): Entry[string] {
  if (kind === 'switch') return value === true;
  if (kind === 'texts' || kind === 'permissions') return Array.isArray(value) ? value.map(String) : [];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Numbers that are none are sent as they are, so that the service reports them. */
function sentOf(kind: Column['kind'], typed: Entry[string] | undefined): unknown {
  if (kind === 'number') return /^\d+$/.test(textOf(typed)) ? Number(textOf(typed)) : textOf(typed);
  return kind === 'text' ? textOf(typed) : typed;
}

function textOf(typed: unknown): string {
  return typeof typed === 'string' ? typed.trim() : '';
}

function isEmpty(typed: Entry[string] | undefined): boolean {
  return typeof typed === 'object' ? typed.length === 0 : typed !== true && textOf(typed) === '';
}

function isBlank(entry: Entry): boolean {
  return Object.values(entry).every(isEmpty);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
