import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { protectedResource, requireBearer } from '@keyward/client/verify';

const port = Number(process.env['PORT'] ?? 3000);
const about = {
  issuer: process.env['ISSUER'] ?? 'http://127.0.0.1:4000',
  resource: `http://127.0.0.1:${port}/mcp`,
  scopes: ['notes:read'],
};

function notes(): McpServer {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  server.registerTool('list_notes', { description: 'Lists your notes' }, ({ authInfo }) => ({
    content: [{ type: 'text', text: `${authInfo?.clientId} reads your notes: buy milk` }],
  }));
  return server;
}

const app = express();
app.use(protectedResource(about));
app.post('/mcp', requireBearer(about), async (request, response) => {
  const transport = new StreamableHTTPServerTransport({});
  await notes().connect(transport);
  await transport.handleRequest(request, response);
});
app.listen(port, '127.0.0.1', () => console.log(`Listening on ${about.resource}`));
