import { errorCode, type ErrorKind, ERRORS } from '../../../errors.ts';
import type { MountedRoute } from '../../wire/mounted.ts';
import { ERROR_HELP } from './error-help.ts';

const KINDS = Object.keys(ERRORS).filter((kind): kind is ErrorKind => kind in ERRORS);

/** A section for each kind of error, in the order of the catalogue. */
export function errorReference(routes: readonly MountedRoute[]): string {
  return KINDS.map((kind) => {
    const { when, fix } = ERROR_HELP[kind];
    const facts = [`\`${ERRORS[kind].status}\` \`${errorCode(kind)}\``, ...exceptions(kind, routes)];
    return [`## ${kind}`, facts.join('; '), `When: ${when}`, `What to do: ${fix}`].join('\n\n');
  }).join('\n\n');
}

/** The routes on which a kind has another status. */
function exceptions(kind: ErrorKind, routes: readonly MountedRoute[]): string[] {
  return routes.flatMap(({ below, route: { method, path, endpoint } }) => {
    const status = endpoint.errorStatus?.[kind];
    return status === undefined ? [] : [`\`${status}\` on \`${method} ${below}${path}\``];
  });
}
