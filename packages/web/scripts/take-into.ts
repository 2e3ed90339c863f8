import { copyFileSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/**
 * Replaces the files of a folder with those of a new build. Another process may be reading them, or replacing them with
 * the same build: the files come first, then the manifests that name them, and last the stamp. Each is replaced
 * atomically.
 */
export function takeInto(fresh: string, folder: string): void {
  const files = globSync('**/*', { cwd: fresh, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(fresh.length + 1));
  const rank = (file: string) => (file.includes(sep) ? (file.endsWith('manifest.json') ? 1 : 0) : 2);
  for (const file of files.sort((a, b) => rank(a) - rank(b))) {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(fresh, file), `${target}.${process.pid}`);
    renameSync(`${target}.${process.pid}`, target);
  }
  const kept = new Set(files);
  for (const file of globSync('*/*', { cwd: folder }))
    if (!kept.has(file) && !/\.\d+$/.test(file)) rmSync(join(folder, file), { force: true });
}
