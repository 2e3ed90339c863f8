import type { FastifyRequest } from 'fastify';
import { errorCode } from '../../errors.ts';
import type { PublicContext } from './endpoint/endpoint.ts';
import { asKeywardError } from './error-response.ts';

/** For endpoints that always answer browsers with a redirect. */

export function redirectTo(frontend: string, path: string, query: Record<string, string>): string {
  // Some parsers do not read a plus as a space.
  return `${frontend}${path}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;
}

/** The query that reports the error to a frontend. Reports unexpected errors. */
export function errorQuery({ services, request }: PublicContext, thrown: unknown): Record<string, string> {
  const error = asKeywardError(thrown);
  if (error.kind === 'InternalError') services.report(thrown, request.id);
  return { error: error.message, error_code: errorCode(error.kind) };
}

/** Whether a scanner or a browser prefetches the address, without a person's click. */
export function isPrefetch({ method, headers }: FastifyRequest): boolean {
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-moz'], headers['x-purpose']].join(
    ' ',
  );
  return method === 'HEAD' || /\b(prefetch|prerender|preview)\b/i.test(purpose);
}
