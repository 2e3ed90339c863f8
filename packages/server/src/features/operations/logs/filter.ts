/** A person whom records of app.log can concern. At least one of both fields is given. */
export interface Person {
  accountId?: number | undefined;
  /** In lower case. Records about people without an account name their email. */
  emails?: readonly string[];
}

/** The filter for records. A field that is left out matches every record. */
export interface Filter {
  /** One of these levels. */
  levels?: readonly string[] | undefined;
  /** One of these events, or one of their group: `login` finds `login.failed`. */
  events?: readonly string[] | undefined;
  /** About any of these people: the record or its metadata has the account, or its metadata has the email. */
  people?: readonly Person[] | undefined;
  /** Anywhere in the line, case-insensitive. */
  text?: string | undefined;
  /** Timestamps in the form of the log: from `since` on, and before `until`. */
  since?: string | undefined;
  until?: string | undefined;
}

export function isEmpty(filter: Filter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** The prefixes of lines in both logs. Every record is written with its fields in this order. */
const HEAD = {
  jsonl: /^\{"timestamp":"([^"]*)","level":"([^"]*)","event":"([^"]*)"/,
  text: /^(\d{4}-\S+) (\S+)()/,
};

export type Format = keyof typeof HEAD;

/** The time of a line; null if the line has none. */
export function timeOf(line: string, format: Format): string | null {
  return HEAD[format].exec(line)?.[1] ?? null;
}

/** A test for one line. It does not parse the line, because a search tests many lines. */
export function createMatcher(filter: Filter, format: Format): (line: string) => boolean {
  const { levels, events, since, until } = filter;
  const text = filter.text?.toLowerCase();
  const people = filter.people?.map(isAbout);
  const headed = [levels, events, since, until].some((value) => value !== undefined);

  function headMatches(line: string): boolean {
    const [, time = '', level = '', event = ''] = HEAD[format].exec(line) ?? [];
    return (
      (levels === undefined || levels.includes(level)) &&
      (events === undefined || events.some((name) => event === name || event.startsWith(`${name}.`))) &&
      (since === undefined || time >= since) &&
      (until === undefined || (time !== '' && time < until))
    );
  }

  return (line) =>
    (!headed || headMatches(line)) &&
    (people === undefined || people.every((matches) => matches(line))) &&
    (text === undefined || line.toLowerCase().includes(text));
}

/** Quotes in a JSON text are escaped, so no text can forge a field of a record. */
function isAbout({ accountId, emails = [] }: Person): (line: string) => boolean {
  const account = `"account_id":${accountId}`;
  const named = emails
    .map((email) => JSON.stringify(email))
    .flatMap((email) => [`"email":${email}`, `"to":${email}`]);
  return (line) => {
    if (accountId !== undefined && (line.includes(`${account},`) || line.includes(`${account}}`)))
      return true;
    const lower = named.length === 0 ? '' : line.toLowerCase();
    return named.some((field) => lower.includes(field));
  };
}
