import { statSync } from 'node:fs';
import { basename } from 'node:path';

/** The maximum download sizes of the packages, in bytes: their present size, and a quarter more. */
const MAX_BYTES = {
  client: 130_000,
  // Its texts in ten languages are two thirds of it. An app loads those of the visitor.
  react: 250_000,
  server: 7_000_000,
} as const;

export type PackageName = keyof typeof MAX_BYTES;

/** @returns the size of a packed package in bytes. @throws Error if that is more than people should download */
export function sizeOf(name: PackageName, file: string): number {
  const { size } = statSync(file);
  const max = MAX_BYTES[name];
  if (size > max) throw new Error(`${basename(file)} has ${size} bytes, more than the ${max} of its budget.`);
  return size;
}
