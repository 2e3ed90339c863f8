import type { FastifyInstance } from 'fastify';
import type { ReportError } from './error-response.ts';

/** The most answers in a batch, because the first of them should not wait for long. */
const MOST = 16;

/**
 * Writes all answers of one turn of the event loop together, at its end. Written one by one, each of them would wake
 * its reader, which costs a third of a short request.
 */
export function batchResponses(app: FastifyInstance, report: ReportError): void {
  let ready: (() => void)[] = [];
  const write = () => {
    const answers = ready;
    ready = [];
    for (const answer of answers) answer();
  };
  app.addHook('onSend', (request, reply, _payload, done) => {
    const length = ready.push(() => {
      try {
        done();
      } catch (error) {
        // Nothing else catches it, and the other answers must be sent.
        report(error, request.id);
        reply.raw.destroy();
      }
    });
    if (length === 1) setImmediate(write);
    else if (length === MOST) write();
  });
}
