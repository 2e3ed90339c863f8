// Where compiled code is kept. V8 runs what lies there without a look at its source: whoever may write to the folder
// could make this user run anything, so it must not be a folder that others have prepared in a place open to all.
const { lstatSync, mkdirSync } = process.getBuiltinModule('node:fs');
const { tmpdir } = process.getBuiltinModule('node:os');
const path = process.getBuiltinModule('node:path');

/** @returns {string | undefined} undefined: nowhere, because there can be no folder of this user's own */
export function codeFolder() {
  const { NODE_COMPILE_CACHE: given } = process.env;
  if (given !== undefined && given !== '') return given;
  const user = process.getuid?.();
  // Systems without users of numbers give each user a folder for temporary files.
  if (user === undefined) return path.join(tmpdir(), 'keyward-code');
  const folder = path.join(tmpdir(), `keyward-code-${user}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It exists, or cannot be made.
  }
  try {
    const found = lstatSync(folder);
    const isOwn = found.isDirectory() && found.uid === user && (found.mode & 0o022) === 0;
    return isOwn ? folder : undefined;
  } catch {
    // Without a place for temporary files, the start only takes longer.
    return undefined;
  }
}
