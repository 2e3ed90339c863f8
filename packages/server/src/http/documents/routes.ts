import type { Route } from '../wire/endpoint/route.ts';
import { getOpenApi } from '../openapi/get-openapi.ts';
import { getReference } from '../reference/get-reference.ts';
import { getReferenceScript } from '../reference/get-script.ts';
import { getFile } from './get-file.ts';
import { getLlms, getLlmsFull } from './get-llms.ts';
import { getSearch } from './get-search.ts';
import { getTree } from './get-tree.ts';

/** At the root unless the host application moves them. */
export const documentationRoutes: readonly Route[] = [
  { method: 'GET', path: '/llms.txt', access: 'public', endpoint: getLlms },
  { method: 'GET', path: '/llms-full.txt', access: 'public', endpoint: getLlmsFull },
  { method: 'GET', path: '/api/documents/tree', access: 'public', endpoint: getTree },
  { method: 'GET', path: '/api/documents/file', access: 'public', endpoint: getFile },
  { method: 'GET', path: '/api/documents/search', access: 'public', endpoint: getSearch },
  { method: 'GET', path: '/openapi.json', access: 'public', endpoint: getOpenApi },
  { method: 'GET', path: '/reference', access: 'public', endpoint: getReference },
  { method: 'GET', path: '/reference/script.js', access: 'public', endpoint: getReferenceScript },
];
