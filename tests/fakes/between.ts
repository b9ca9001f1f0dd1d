import { type Chaos, type Fault, openChaos } from '../chaos/proxy.ts';

/**
 * What happens to a call on its way to the registry. `held`: no response until the trouble ends. `broken`: a
 * proxy's 502 as HTML. Both exempt the token and the list of issuers, so that pages get as far as their own
 * figures. `dropped`: every call's connection ends without a response.
 */
export type Trouble = 'none' | 'held' | 'broken' | 'dropped';

export type Between = { base: string; stop: Chaos['stop'] };

const control = '/-/trouble/';
const spared = /\/connect\/token$|\/GetTransferAgentIssuers$/i;
const html = '<html><body><h1>502 Bad Gateway</h1></body></html>';
const answer = (status: string, text: string): Fault => ({
  kind: 'answer',
  bytes: `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`,
});

/** A fake between a dashboard and the registry at `target` that causes the configured trouble. */
export async function startBetween(target: string): Promise<Between> {
  const { hostname, port } = new URL(target);
  const chaos = await openChaos({ host: hostname, port: Number(port) });
  let trouble: Trouble = 'none';
  let over = Promise.withResolvers<void>();
  chaos.plan = (head) => {
    const [, path = ''] = head.toString('latin1', 0, 2_000).split(' ', 2);
    if (path.startsWith(control)) {
      trouble = path.slice(control.length) as Trouble;
      over.resolve();
      over = Promise.withResolvers();
      return answer('200 OK', '');
    }
    if (trouble === 'dropped') return { kind: 'drop' };
    if (trouble === 'none' || spared.test(path.split('?')[0] ?? '')) return { kind: 'none' };
    return trouble === 'broken' ? answer('502 Bad Gateway', html) : { kind: 'hold', until: over.promise };
  };
  return { base: `http://127.0.0.1:${chaos.port}`, stop: chaos.stop };
}

/** Sets the trouble for calls through the fake at `base`; held calls continue. */
export async function makeTrouble(base: string, trouble: Trouble): Promise<void> {
  await fetch(`${base}${control}${trouble}`, { method: 'POST' });
}
