import { isBuiltin } from 'node:module';
import type * as Sqlite from 'node:sqlite';

export type DatabaseSync = Sqlite.DatabaseSync;

// An older Node.js would refuse a static import with "No such built-in module", which tells the owner of a host
// application nothing.
if (!isBuiltin('node:sqlite'))
  throw new Error(`Keyward needs Node.js 22.16 or newer; this is ${process.version}.`);

/** `node:sqlite`. Only who opens a database loads it, because Node.js 22 warns that it is experimental. */
export function sqlite(): typeof Sqlite {
  return process.getBuiltinModule('node:sqlite');
}

/** For further processes and threads, which would repeat the warning of the first. */
export const WITHOUT_WARNING = '--disable-warning=ExperimentalWarning';
