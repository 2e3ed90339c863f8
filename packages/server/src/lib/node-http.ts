/**
 * `node:http` without `import`. An import reads every export of the module, and one of them, `http.WebSocket`,
 * loads all of undici: 14 MiB, and a fifth of the start.
 */
export const http = process.getBuiltinModule('node:http');

/** `node:https`, which brings TLS with it: 4 MiB that not every process needs. */
export const https = () => process.getBuiltinModule('node:https');
