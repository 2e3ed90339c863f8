import { createServer } from 'node:http';

/*
 * A process of its own: the least that Node.js can do to give an answer. It sends the headers and the body that it
 * finds in its arguments, whatever is asked, and prints its address when it listens.
 */

const [headers = '{}', body = ''] = process.argv.slice(2);
const answerHeaders: Record<string, string> = JSON.parse(headers);

const server = createServer((_request, response) => {
  response.writeHead(200, answerHeaders);
  // Text goes out in one write with the headers, which is the fastest.
  response.end(body);
});
// As Fastify has it, so that the generated Keep-Alive header is the same.
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
