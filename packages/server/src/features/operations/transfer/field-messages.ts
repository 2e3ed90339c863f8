import { KeywardError } from '../../../errors.ts';

/** The messages of a refusal of fields, by field. @throws `error` if it is not a refusal of fields */
export function fieldMessages(error: unknown): [path: string, message: string][] {
  const fields: unknown = error instanceof KeywardError ? error.details?.['fields'] : undefined;
  if (!Array.isArray(fields)) throw error;
  return fields.map(({ path, message }: { path: string; message: string }) => [path, message]);
}
