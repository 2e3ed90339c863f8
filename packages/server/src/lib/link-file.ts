import { constants, copyFileSync, linkSync } from 'node:fs';

/** The errors of file systems without hard links, and of links between two file systems. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV']);

/**
 * Gives a file another name, atomically. Unlike a rename, it never replaces a file.
 * @throws the errors of the system, `EEXIST` if the name is taken
 */
export function linkFile(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && WITHOUT_LINKS.has(String(error.code)))) throw error;
    copyFileSync(file, name, constants.COPYFILE_EXCL);
  }
}
