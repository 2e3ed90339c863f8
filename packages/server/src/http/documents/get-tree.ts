import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint.ts';

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
  handle: ({ services }) => services.documents.tree(),
});
