import { invalidFields } from '../../errors.ts';

/** Of the metadata of an account, as JSON. */
export const MAX_METADATA_BYTES = 8_192;

/**
 * The metadata of an invitation as it is stored; null for none.
 * @throws KeywardError `ValidationError`
 */
export function metadataColumn(metadata: Readonly<Record<string, unknown>> | undefined): string | null {
  if (metadata === undefined || Object.keys(metadata).length === 0) return null;
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) > MAX_METADATA_BYTES)
    throw invalidFields({
      path: 'metadata',
      message: `must be at most ${MAX_METADATA_BYTES.toLocaleString('en')} bytes of JSON`,
    });
  return text;
}
