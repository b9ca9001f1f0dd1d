import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What befalls a call on its way to the registry. `held`: no answer until the trouble ends. `broken`: somebody's 502 as
 * HTML. Both spare the token and the list of issuers, so that pages get as far as their own figures. `dropped`: the
 * connection ends without an answer, for every call.
 */
export type Trouble = 'none' | 'held' | 'broken' | 'dropped';

export type Between = { base: string; stop: () => Promise<void> };

const control = '/-/trouble/';
const spared = /\/connect\/token$|\/GetTransferAgentIssuers$/i;
const html = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** Stands between a dashboard and the registry at `target`, and makes the trouble it is told to. */
export async function startBetween(target: string): Promise<Between> {
  let trouble: Trouble = 'none';
  const waiting = new Set<() => void>();
  const server = createServer((call, answer) => {
    const path = call.url ?? '/';
    if (path.startsWith(control)) {
      trouble = path.slice(control.length) as Trouble;
      for (const go of waiting) go();
      waiting.clear();
      answer.end();
      return;
    }
    const pass = () => {
      const sent = request(`${target}${path}`, { method: call.method, headers: call.headers });
      sent.on('response', (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      sent.on('error', () => answer.destroy());
      answer.on('close', () => sent.destroy());
      call.pipe(sent);
    };
    if (trouble === 'dropped') call.socket.destroy();
    else if (trouble === 'none' || spared.test(path.split('?')[0] ?? '')) pass();
    else if (trouble === 'broken') answer.writeHead(502, { 'content-type': 'text/html' }).end(html);
    else hold(pass, answer);
  });
  const hold = (pass: () => void, answer: ServerResponse) => {
    waiting.add(pass);
    answer.on('close', () => waiting.delete(pass));
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** From now on calls through the stand-in at `base` end like this; calls that were held go on. */
export async function makeTrouble(base: string, trouble: Trouble): Promise<void> {
  await fetch(`${base}${control}${trouble}`, { method: 'POST' });
}
