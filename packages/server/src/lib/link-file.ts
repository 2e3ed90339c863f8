import { constants, copyFileSync, linkSync } from 'node:fs';

/** Systems of files without links, and links between two of them. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV']);

/**
 * Gives a file another name, at once and whole. Never replaces a file, as renaming would.
 * @throws the errors of the system, `EEXIST` where the name is taken
 */
export function linkFile(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && WITHOUT_LINKS.has(String(error.code)))) throw error;
    copyFileSync(file, name, constants.COPYFILE_EXCL);
  }
}
