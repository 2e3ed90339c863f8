import { type Static, Type } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { FORMATS, type LogInfo, type LogName } from '../../features/logs/logs.ts';
import { timestamp } from '../../lib/clock.ts';
import { Timestamp } from '../wire/schemas.ts';

const Source = Type.Enum(['app', 'server']);
export const FormatSchema = Type.Enum(['jsonl', 'text']);

export const LogSchema = Type.Object({
  name: Type.String({ description: '`app`, `server`, or the full name of a snapshot, `{source}-{name}`' }),
  source: Source,
  filename: Type.String(),
  format: FormatSchema,
  size_bytes: Type.Integer(),
  records: Type.Integer(),
  streamable: Type.Boolean(),
  resettable: Type.Boolean(),
  deletable: Type.Boolean(),
  created_at: Type.Optional(Timestamp),
  updated_at: Timestamp,
});

export const LogParams = Type.Object({ name: Type.String() });

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
