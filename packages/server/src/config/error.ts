/**
 * A mistake in the configuration of the start. The message is one line that names the variable and the fix. It never
 * contains the value of a secret, so it can be printed unchanged.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The code of a system error (`ENOENT`); its message may say more than an operator should see. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

/** The same as a text for people. */
export function systemProblem(error: unknown): string {
  const code = systemCode(error);
  return PROBLEMS[code] ?? code;
}
