import { type Static, Type } from 'typebox';
import { describedAs } from '../../lib/documented.ts';
import { KeywardError } from '../../errors.ts';
import { FORMATS, type LogInfo, type LogName } from '../../features/operations/logs/logs.ts';
import { timestamp } from '../../lib/clock.ts';
import { Timestamp } from '../../features/audit/serializers/shapes.ts';

const Source = Type.Enum(['app', 'server']);
export const FormatSchema = Type.Enum(['jsonl', 'text']);

export const LogSchema = Type.Object({
  name: Type.String({
    description: '`app`, `server`, or the full name of a snapshot, `{source}-{name}`',
    examples: ['app-before-the-move'],
  }),
  source: Source,
  filename: Type.String({ examples: ['app-before-the-move.log'] }),
  format: FormatSchema,
  size_bytes: Type.Integer({ examples: [20_480] }),
  records: Type.Integer({ examples: [64] }),
  streamable: Type.Boolean({ examples: [false] }),
  resettable: Type.Boolean({ examples: [false] }),
  deletable: Type.Boolean(),
  created_at: Type.Optional(Timestamp),
  updated_at: Timestamp,
});

export const LogParams = Type.Object({
  name: Type.String({ description: '`app`, `server`, or the full name of a snapshot', examples: ['app'] }),
});
export const SnapshotParams = Type.Object({
  name: Type.String({ description: 'The full name of a snapshot', examples: ['app-before-the-move'] }),
});
/** Any other name gets the answer for a missing log. */
export const PrimaryLogParams = Type.Object({ name: describedAs(Type.String(), Source) });

export function presentLog({ name, source, ...facts }: LogInfo): Static<typeof LogSchema> {
  const primary = name === source;
  return {
    name,
    source,
    filename: `${name}.log`,
    format: FORMATS[source],
    size_bytes: facts.size,
    records: facts.records,
    streamable: primary,
    resettable: primary,
    deletable: !primary,
    ...(!primary && { created_at: timestamp(facts.createdAt) }),
    updated_at: timestamp(facts.updatedAt),
  };
}

export function isPrimary(name: string): name is LogName {
  return name === 'app' || name === 'server';
}

/** @throws KeywardError `LogNotFoundError` */
export function assertPrimary(name: string): asserts name is LogName {
  if (!isPrimary(name)) throw new KeywardError('LogNotFoundError');
}
