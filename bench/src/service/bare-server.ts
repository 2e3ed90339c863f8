import cluster from 'node:cluster';
import { createServer } from 'node:http';

/*
 * A separate process: a server that does the minimum that Node.js needs to answer. It sends the headers and the body
 * from its arguments, whatever the request, and prints its address when it listens. With a number as a third argument,
 * that many workers answer.
 */

const [headers = '{}', body = '', workers = '1'] = process.argv.slice(2);
const answerHeaders: Record<string, string> = JSON.parse(headers);

const server = createServer((_request, response) => {
  response.writeHead(200, answerHeaders);
  // A text is sent in one write with the headers, which is fastest.
  response.end(body);
});
// The value of Fastify, so that the generated Keep-Alive header is the same.
server.keepAliveTimeout = 72_000;
if (cluster.isPrimary && Number(workers) > 1)
  for (let index = 0; index < Number(workers); index += 1) cluster.fork();
else
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
  });
