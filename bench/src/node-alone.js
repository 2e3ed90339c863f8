/*
 * A separate process: Node.js with the parts that every service needs, and nothing else. Its cost is Node's own
 * share of a start and of the memory. It prints its address when it listens.
 */

// An import of `node:http` would load undici too.
const { createServer } = process.getBuiltinModule('node:http');
const { DatabaseSync } = process.getBuiltinModule('node:sqlite');

new DatabaseSync(':memory:').exec('create table empty (a)');
const server = createServer((_request, response) => response.end());
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
