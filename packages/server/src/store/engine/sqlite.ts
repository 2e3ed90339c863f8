import type * as Sqlite from 'node:sqlite';

export type DatabaseSync = Sqlite.DatabaseSync;

/**
 * `node:sqlite`. An older Node.js would refuse its static import with "No such built-in module", which tells the owner of
 * a host application nothing.
 * @throws Error on a Node.js without it
 */
export const { backup, DatabaseSync } = sqlite();

function sqlite(): typeof Sqlite {
  // Older ones have no such function either, although its type denies it.
  const loader: Partial<Pick<NodeJS.Process, 'getBuiltinModule'>> = process;
  const found = loader.getBuiltinModule?.('node:sqlite');
  if (found === undefined)
    throw new Error(`Keyward needs Node.js 22.16 or newer; this is ${process.version}.`);
  return found;
}
