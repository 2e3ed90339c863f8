import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint.ts';

export const getBrandingStyle = publicEndpoint({
  summary: "Style of the pages with the deployment's colours",
  tag: 'Operation',
  response: { 200: Type.String({ contentMediaType: 'text/css' }) },
  errors: [],
  handle({ reply }) {
    reply.header('content-type', 'text/css; charset=utf-8');
    return '';
  },
});
