/**
 * `node:http`, by another way than `import`. An import reads every export of the module, and one of them,
 * `http.WebSocket`, loads all of undici: 14 MiB, and a fifth of the start.
 */
export const http = process.getBuiltinModule('node:http');
