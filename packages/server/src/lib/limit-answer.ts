import type { ClientRequest, IncomingMessage } from 'node:http';

const SMALL_BYTES = 256;
const MOST_SMALL_PIECES = 1_000;
/** Servers send one or two, such as 103 Early Hints. */
const MOST_INFORMATIONAL = 10;

/**
 * Ends a request to a server that strangers have named, if its answer has more than 1,000 small pieces or more than ten
 * informational answers come first. Each costs some microseconds and hundreds of bytes, however small it is, so a limit
 * of bytes bounds neither. The request fails with an error.
 */
export function limitAnswer(request: ClientRequest): void {
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational > MOST_INFORMATIONAL)
      request.destroy(new Error(`the server sent more than ${MOST_INFORMATIONAL} informational answers`));
  });
  request.on('response', (answer: IncomingMessage) => {
    let small = 0;
    answer.on('data', (piece: Buffer) => {
      if (piece.length < SMALL_BYTES) small += 1;
      if (small > MOST_SMALL_PIECES)
        answer.destroy(new Error(`the answer came in more than ${MOST_SMALL_PIECES} small pieces`));
    });
  });
}
