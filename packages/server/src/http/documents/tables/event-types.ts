import { Type } from 'typebox';
import { EVENT_TYPES, type EventType, ORIGIN_FIELDS } from '../../../features/audit/events/event-types.ts';
import { TYPES } from '../../openapi/event-components.ts';
import { jsonSchema } from '../../openapi/schemas.ts';
import { fieldRows, table } from './markdown.ts';

/** All types of events by their class, and the fields of their data. */
export function eventTypeReference(): string {
  return [
    '## Audit',
    'Changes of accounts, settings and rights. Kept for 400 days by default.',
    typesOf('audit'),
    '## Activity',
    'Everyday acts, and events that anonymous requests can cause. Kept for 30 days and 1,000,000 events by default. They are limited separately, so that anonymous requests never displace audit events.',
    typesOf('activity'),
    '## Fields',
    'Every event has these fields in `data`:',
    table(['Field', 'Type', 'Meaning'], fieldsOf(ORIGIN_FIELDS)),
    'Some types have these:',
    table(['Field', 'Type', 'Meaning', 'In'], dataFields()),
  ].join('\n\n');
}

function typesOf(eventClass: 'audit' | 'activity'): string {
  const types = TYPES.filter((type) => EVENT_TYPES[type].class === eventClass);
  const rows = types.map((type) => {
    const { about, data } = EVENT_TYPES[type];
    return [code(type), about, Object.keys(data).map(code).join(', ')];
  });
  return table(['Type', 'Meaning', 'Fields'], rows);
}

/** The fields of all types, each once; with the types where a name has several meanings. */
function dataFields(): string[][] {
  const fields = TYPES.flatMap((type) =>
    fieldsOf(EVENT_TYPES[type].data).map((row) => ({ type, row, text: row.join('\n') })),
  );
  const rows = [...Map.groupBy(fields, ({ text }) => text).values()].map((same) => {
    const [name = '', ...facts] = same[0]?.row ?? [];
    const alone = same.length === fields.filter(({ row }) => row[0] === name).length;
    return [name, ...facts, alone ? '' : patternsOf(same.map(({ type }) => type))];
  });
  return rows.sort(([a = ''], [b = '']) => (a.slice(1, -1) < b.slice(1, -1) ? -1 : 1));
}

/** Types, or their group if all types of the group are included. */
function patternsOf(types: readonly EventType[]): string {
  const groupOf = (type: EventType) => `${type.split('.')[0]}.`;
  const patterns = types.map((type) => {
    const group = TYPES.filter((one) => one.startsWith(groupOf(type)));
    return group.length > 1 && group.every((one) => types.includes(one)) ? `${groupOf(type)}*` : type;
  });
  return [...new Set(patterns)].map(code).join(', ');
}

function fieldsOf(data: Parameters<typeof Type.Object>[0]): string[][] {
  return fieldRows(jsonSchema(Type.Object(data)), '').map(([name = '', type = '', , meaning = '']) => [
    name,
    type.replaceAll('](#', '](endpoints.md#'),
    meaning,
  ]);
}

function code(text: string): string {
  return `\`${text}\``;
}
