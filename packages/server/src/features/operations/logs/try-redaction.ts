import { plainJson, type PlainJson } from '../../../lib/plain-json.ts';
import type { LoggingSettings } from '../../settings/settings.ts';
import { createPatterns } from './patterns.ts';
import { createKeyRedaction, createRedaction } from './redaction.ts';

/**
 * Redacts a line as a log would: a JSON object as the metadata of a record, anything else as a text. It does
 * not redact the service's own secrets, because the answer would confirm a guess.
 */
export async function tryRedaction(
  line: string,
  { redact_sensitive, redact_patterns }: Pick<LoggingSettings, 'redact_sensitive' | 'redact_patterns'>,
): Promise<string> {
  const patterns = createPatterns(
    () => redact_patterns,
    () => {},
  );
  await patterns.ready();
  const redaction = createRedaction(
    () => redact_sensitive,
    patterns,
    () => [],
  );
  const metadata = objectIn(line);
  return metadata === null
    ? redaction.text(createKeyRedaction()(line))
    : JSON.stringify(redaction.metadata(metadata));
}

function objectIn(line: string): PlainJson | null {
  if (!line.trimStart().startsWith('{')) return null;
  try {
    return plainJson(JSON.parse(line));
  } catch {
    return null;
  }
}
