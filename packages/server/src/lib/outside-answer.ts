import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';

const SMALL_BYTES = 256;
const MOST_SMALL_PIECES = 1_000;
/** Servers send one or two, such as 103 Early Hints. */
const MOST_INFORMATIONAL = 10;

/** An answer from outside, read as a whole. */
export interface OutsideAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Ends a request to a server that strangers have named, if its answer has more than 1,000 small pieces, or if more than ten
 * informational answers come first. Each piece costs some microseconds and
 * hundreds of bytes, however small it is, so a limit of bytes does not bound them. The request fails with an error.
 */
export function limitAnswer(request: ClientRequest): void {
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational > MOST_INFORMATIONAL && !request.destroyed)
      request.destroy(new Error(`the server sent more than ${MOST_INFORMATIONAL} informational answers`));
  });
  request.on('response', (answer: IncomingMessage) => {
    const push = answer.push.bind(answer);
    let small = 0;
    // Where they arrive: those of one read are all there before the first is taken.
    answer.push = (piece: unknown, encoding?: BufferEncoding) => {
      if (Buffer.isBuffer(piece) && piece.length < SMALL_BYTES) small += 1;
      if (small <= MOST_SMALL_PIECES) return push(piece, encoding);
      // The rest of one read.
      if (answer.destroyed) return false;
      answer.destroy(new Error(`the answer came in more than ${MOST_SMALL_PIECES} small pieces`));
      return false;
    };
  });
}

/**
 * Reads the answer to a request to a server that strangers have named. It always settles once the connection is closed.
 * @param mostBytes of the body; a longer answer is an error
 */
export function readOutsideAnswer(request: ClientRequest, mostBytes: number): Promise<OutsideAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutsideAnswer>();
  limitAnswer(request);
  let isAnswered = false;
  request.on('response', (answer) => {
    isAnswered = true;
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) answer.destroy(new Error(`the answer is longer than ${mostBytes} bytes`));
      else chunks.push(chunk);
    });
    answer.on('error', reject);
    answer.on('end', () =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
    );
    answer.on('close', () => reject(new Error('the answer was cut off')));
  });
  request.on('error', reject);
  // Without an error also after an answer that switches to another protocol.
  request.on('close', () => {
    if (!isAnswered) reject(new Error('the server closed the connection without an answer'));
  });
  return promise;
}
