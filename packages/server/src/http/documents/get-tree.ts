import { Type } from 'typebox';
import type { Documents } from '../../features/operations/documents/documents.ts';
import { loadOncePer } from '../../lib/load-once.ts';
import { encode, JSON_TYPE, sendEncoded } from '../wire/encoded.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

const bodyOf = loadOncePer(async (documents: Documents) => encode(JSON.stringify(await documents.tree())));

export const getTree = publicEndpoint({
  summary: 'The files of the documentation as a tree',
  response: {
    200: Type.Object({
      tree: Type.Array(
        Type.Object({
          name: Type.String(),
          path: Type.String({ description: 'The path for /api/documents/file' }),
          type: Type.Unsafe<'file' | 'directory'>({ type: 'string', enum: ['file', 'directory'] }),
          size: Type.Optional(Type.Integer({ description: 'Bytes; only for files' })),
          lines: Type.Optional(Type.Integer({ description: 'Only for files' })),
          children: Type.Optional(
            Type.Array(Type.Unknown(), { description: 'Only for directories: items of this form' }),
          ),
        }),
        { examples: [[{ name: 'cookies.md', path: 'cookies.md', type: 'file', size: 5120, lines: 96 }]] },
      ),
      stats: Type.Object(
        { files: Type.Integer(), directories: Type.Integer(), bytes: Type.Integer() },
        { examples: [{ files: 1, directories: 0, bytes: 5120 }] },
      ),
    }),
  },
  errors: [],
  handle: async ({ request, reply }) =>
    sendEncoded({ request, reply: reply.type(JSON_TYPE) }, await bodyOf(request.server.documents)),
});
