import { invalidFields } from '../../../errors.ts';
import { isPlainText, lengthOf } from '../../../lib/text.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { Metadata } from '../../audit/serializers/account.ts';
import { readMetadata } from '../../audit/serializers/account.ts';

/** The data that applications store with an account. */
export interface AccountData {
  /** A patch (RFC 7396) for the metadata that the owner may change. */
  metadata?: Metadata;
  /** A patch for the metadata that the owner may not change. */
  app_metadata?: Metadata;
  /** The id in another system; null: none. */
  external_id?: string | null;
}

type DataColumns = Pick<AccountRow, 'metadata' | 'app_metadata' | 'external_id'>;

export const METADATA_FIELDS = ['metadata', 'app_metadata'] as const;

/** In bytes of JSON in UTF-8, after the merge. */
export const MAX_METADATA = 8 * 1024;
/** Levels of nested objects and lists. */
const MAX_DEPTH = 10;
const MAX_EXTERNAL_ID = 255;

export const EXTERNAL_ID_RULE = `must be a text of 1 to ${MAX_EXTERNAL_ID} characters without spaces around it, or null`;

const NOTHING: DataColumns = { metadata: null, app_metadata: null, external_id: null };

/**
 * The columns for the given fields. Patches are merged into the columns as they are, so read these under the account's
 * lock: otherwise one of two simultaneous patches is lost.
 * @param before default: a new account
 * @throws KeywardError `ValidationError`
 */
export function dataColumns(fields: AccountData, before: DataColumns = NOTHING): Partial<DataColumns> {
  const columns: Partial<DataColumns> = {};
  for (const field of METADATA_FIELDS) {
    const patch = fields[field];
    if (patch !== undefined) columns[field] = mergeMetadata(field, before[field], patch);
  }
  const { external_id } = fields;
  if (external_id === undefined) return columns;
  if (external_id !== null && !isExternalId(external_id))
    throw invalidFields({ path: 'external_id', message: EXTERNAL_ID_RULE });
  return { ...columns, external_id };
}

export function isExternalId(text: string): boolean {
  return text !== '' && text.trim() === text && lengthOf(text) <= MAX_EXTERNAL_ID && isPlainText(text);
}

/**
 * A column of metadata with a merge patch applied (RFC 7396).
 * @throws KeywardError `ValidationError` that names the field
 */
export function mergeMetadata(field: string, stored: string | null, patch: Metadata): string | null {
  assertMergeable(field, patch, 1);
  // To merge thousands of objects takes long. A patch that also removes every stored member is shorter.
  assertSize(field, JSON.stringify(patch), 2 * MAX_METADATA);
  const text = JSON.stringify(merge(readMetadata(stored), patch));
  assertSize(field, text, MAX_METADATA);
  return text === '{}' ? null : text;
}

function assertSize(field: string, text: string, most: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > most)
    throw invalidFields({
      path: field,
      message: `may have ${MAX_METADATA} bytes as JSON, and would have ${bytes}; remove members with null`,
    });
}

/** RFC 7396 §2. */
function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, merge(members.get(name), value));
  }
  return Object.fromEntries(members);
}

/**
 * Refuses values that the body of a request could not contain either, because hosts and imports do not send one, and
 * deep nesting.
 */
function assertMergeable(path: string, value: unknown, depth: number): void {
  const refuse = (message: string) => {
    throw invalidFields({ path, message });
  };
  if (typeof value === 'number' && !Number.isFinite(value)) refuse('must be a number that JSON can hold');
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) refuse(`has more than ${MAX_DEPTH} levels; make it flatter`);
  for (const [name, member] of Object.entries(value)) {
    // Code that merges the object later could pollute every other object.
    if (name === '__proto__' || (name === 'prototype' && path.endsWith('.constructor')))
      refuse(`must not have a member ${name}; choose another name`);
    assertMergeable(`${path}.${name}`, member, depth + 1);
  }
}

/**
 * The members that differ between two columns of metadata, as merge patches in both directions: a member that is
 * missing is null.
 */
export function metadataDifference(
  before: string | null,
  after: string | null,
): { changed: Metadata; previous: Metadata } {
  const [old, now] = [readMetadata(before), readMetadata(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
  const only = (data: Metadata) => Object.fromEntries(names.map((name) => [name, data[name] ?? null]));
  return { changed: only(now), previous: only(old) };
}

function isObject(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
