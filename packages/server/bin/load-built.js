// How a start loads the built service. The cache of Node.js keeps the code that V8 compiles before a file runs, but V8
// compiles most functions when they are first called. This keeps those of the start too: a fifth of its time.
// `import` would read every export of these modules, and some of them load more.
const { readFileSync, renameSync, writeFileSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');
const path = process.getBuiltinModule('node:path');
const { fileURLToPath } = process.getBuiltinModule('node:url');
const { cachedDataVersionTag } = process.getBuiltinModule('node:v8');
const { constants, Script } = process.getBuiltinModule('node:vm');
const { crc32 } = process.getBuiltinModule('node:zlib');

/** A checksum, because V8 takes damaged code. V8 copies code that does not lie at a multiple of eight. */
const HEAD_BYTES = 8;

/**
 * Loads a file that `scripts/bundle.ts` wrote, and those that it requires.
 * @param {URL} entry
 * @param {string | undefined} folder where the code is kept; undefined: nowhere
 * @param {number} keepAfterMs from the end of the start, or from a load after it, until the code is kept
 * @returns {{ exports: any, keep: () => void }} what the file exports, and what to call at the end of the start
 */
export function loadBuilt(entry, folder, keepAfterMs) {
  const outside = createRequire(entry);
  /** @type {Map<string, { exports: any }>} */
  const modules = new Map();
  /** @type {{ file: string, script: import('node:vm').Script }[]} */
  const compiled = [];
  let started = false;

  /** @param {string} id */
  const require = (id) => {
    if (!id.startsWith('./')) return outside(id);
    const known = modules.get(id);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(id, module);
    const url = new URL(id, entry);
    compile(fileURLToPath(url)).runInThisContext()(module, module.exports, require, url.href);
    return module.exports;
  };

  /** @param {string} filename */
  const compile = (filename) => {
    const bytes = readFileSync(filename);
    const file = `${path.basename(filename)}-${crc32(bytes).toString(16)}`;
    const script = new Script(bytes.latin1Slice(), {
      filename,
      cachedData: folder === undefined ? undefined : read(placeOf(folder, file)),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    if (script.cachedDataRejected !== false) {
      compiled.push({ file, script });
      if (started) keep();
    }
    return script;
  };

  const keep = () => {
    started = true;
    if (folder === undefined || compiled.length === 0) return;
    setTimeout(() => {
      for (const { file, script } of compiled.splice(0))
        write(placeOf(folder, file), script.createCachedData());
    }, keepAfterMs).unref();
  };

  return { exports: require(`./${path.basename(fileURLToPath(entry))}`), keep };
}

/**
 * V8 takes code only under the flags that it was made with, and `src/after-start.ts` changes them.
 * @param {string} folder @param {string} file
 */
function placeOf(folder, file) {
  return path.join(folder, `${file}-${cachedDataVersionTag().toString(16)}`);
}

/** @param {string} place @returns {Buffer | undefined} */
function read(place) {
  try {
    const kept = readFileSync(place);
    const code = kept.subarray(HEAD_BYTES);
    return crc32(code) === kept.readUInt32LE() ? code : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} place @param {Buffer} code */
function write(place, code) {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(crc32(code));
  const unfinished = `${place}.${process.pid}`;
  try {
    writeFileSync(unfinished, Buffer.concat([head, code]), { mode: 0o600 });
    renameSync(unfinished, place);
  } catch {
    // The next start takes longer, and tries again.
  }
}
