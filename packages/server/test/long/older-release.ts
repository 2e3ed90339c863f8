import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TempFolder, tempFolder } from '../support/at-exit.ts';
import { Skipped } from './part.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const MIGRATION_FILES = 'packages/server/src/store/migrations';

/** An older release, to run beside this one or before it. */
export interface OlderTree {
  folder: TempFolder;
  /** A service whose hashes are cheap. */
  script: string;
  commandLine: string;
}

function git(...args: readonly string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: REPOSITORY,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw new Skipped(`git ${args[0] ?? ''} finds no older release: this takes a clone with its history`, {
      cause: error,
    });
  }
}

/**
 * The commit of KEYWARD_OLD_REF, otherwise the newest release tag, otherwise the commit before the newest
 * migration.
 */
export function olderRef(): string {
  const given = process.env['KEYWARD_OLD_REF'];
  if (given !== undefined) return git('rev-parse', '--verify', `${given}^{commit}`).trim();
  const tag = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0] ?? '';
  if (tag !== '') return tag;
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `${MIGRATION_FILES}/0*.ts`).trim();
  return git('rev-parse', '--verify', `${added}^`).trim();
}

/** The sources of a commit, with the packages of this one. The repository is only read. */
export function olderTree(ref: string): OlderTree {
  const folder = tempFolder();
  const archive = join(folder.path, 'older.tar');
  const tree = join(folder.path, 'older');
  git('archive', '--format=tar', `--output=${archive}`, ref, 'packages', 'package.json');
  mkdirSync(tree);
  execFileSync('tar', ['-xf', archive, '-C', tree]);
  symlinkSync(join(REPOSITORY, 'node_modules'), join(tree, 'node_modules'));
  const script = join(tree, 'packages/server/test/support/cheap-service.ts');
  if (!existsSync(script)) throw new Skipped(`${ref} is too old: it has no service for tests`);
  return { folder, script, commandLine: join(tree, 'packages/server/bin/keyward.js') };
}
