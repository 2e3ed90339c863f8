import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The limits of a folder of documents, because all documents stay in memory. */
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_FILES = 2_000;
const EXTENSION = /\.(?:md|txt)$/;

export interface FileText {
  /** Relative to the folder, with slashes. */
  path: string;
  text: string;
}

/**
 * The Markdown and plain text files of a folder and its subfolders. Hidden files and symbolic links are skipped: a
 * link could lead to anything.
 * @param warn called for files that are left out because they are too large or too many
 * @throws the file system's error for a folder that cannot be read
 */
export async function readFolder(folder: string, warn: (line: string) => void): Promise<FileText[]> {
  const files: FileText[] = [];
  async function read(within: string): Promise<void> {
    const entries = await readdir(join(folder, within), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = within === '' ? entry.name : `${within}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) await read(path);
      if (!entry.isFile() || !EXTENSION.test(entry.name)) continue;
      const file = join(folder, path);
      if (files.length === MAX_FILES || (await stat(file)).size > MAX_FILE_BYTES) {
        warn(
          `documentation: ${path} is left out: the service serves at most ${MAX_FILES} files of at most 1 MiB each.`,
        );
        continue;
      }
      files.push({ path, text: await readFile(file, 'utf8') });
    }
  }
  await read('');
  return files;
}
