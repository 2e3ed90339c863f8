import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, RECURSION_DESIRED } from 'dns-packet';

/** A name server on this machine, which answers questions for TXT records over UDP. */
export interface NameServer extends AsyncDisposable {
  /** `127.0.0.1:port` */
  address: string;
  /** The texts at each name, in lower case; a name without an entry does not exist. */
  texts: Map<string, readonly string[]>;
  /** While true, it fails at every question. */
  fails: boolean;
  /** The names that were asked for, in lower case. */
  asked: string[];
}

/** The response codes of DNS. */
const SERVFAIL = 2;
const NXDOMAIN = 3;

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = {
    address: '',
    texts: new Map(),
    fails: false,
    asked: [],
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const name = questions[0]?.name.toLowerCase() ?? '';
    server.asked.push(name);
    const texts = server.texts.get(name);
    const code = server.fails ? SERVFAIL : texts === undefined ? NXDOMAIN : 0;
    const answer = encode({
      type: 'response',
      ...(id !== undefined && { id }),
      flags: RECURSION_DESIRED | code,
      questions,
      answers: code === 0 ? (texts ?? []).map((data) => ({ type: 'TXT', name, ttl: 0, data })) : [],
    });
    socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
