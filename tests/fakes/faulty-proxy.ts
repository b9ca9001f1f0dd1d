// A proxy in front of the registry that causes a chosen fault.

import { type Chaos, type Fault, openChaos } from '../chaos/proxy.ts';

/**
 * What happens to a call on its way to the registry. `held`: it is delivered, as the registry refuses one that does not
 * come in time, and its response comes when the fault ends. `broken`: a proxy's 502 as HTML. Both exempt the token and
 * the list of issuers, so that pages get as far as their own figures. `dropped`: every call's connection ends without a
 * response. `bookless`: it gives neither the sources of its books nor a control-book file, and everything else.
 */
export type RegistryFault = 'none' | 'held' | 'broken' | 'dropped' | 'bookless';

export type FaultyProxy = { base: string; stop: Chaos['stop'] };

const control = '/-/trouble/';
const spared = /\/connect\/token$|\/GetTransferAgentIssuers$/i;
const ofBooks = /\/agent\/v1\/proof$|Generate\/?Control\/?Book$/i;
const html = '<html><body><h1>502 Bad Gateway</h1></body></html>';
const respond = (status: string, text: string): Fault => ({
  kind: 'answer',
  bytes: `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`,
});

/** A fake between a dashboard and the registry at `target` that causes the configured fault. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const chaos = await openChaos({ host: hostname, port: Number(port) });
  let fault: RegistryFault = 'none';
  let over = Promise.withResolvers<void>();
  chaos.plan = (head) => {
    const [, path = ''] = head.toString('latin1', 0, 2_000).split(' ', 2);
    if (path.startsWith(control)) {
      fault = path.slice(control.length) as RegistryFault;
      over.resolve();
      over = Promise.withResolvers();
      return respond('200 OK', '');
    }
    if (fault === 'dropped') return { kind: 'drop' };
    if (fault === 'none' || spared.test(path.split('?')[0] ?? '')) return { kind: 'none' };
    if (fault === 'bookless')
      return ofBooks.test(path.split('?')[0] ?? '') ? respond('404 Not Found', '{}') : { kind: 'none' };
    return fault === 'broken' ? respond('502 Bad Gateway', html) : { kind: 'withhold', until: over.promise };
  };
  return { base: `http://127.0.0.1:${chaos.port}`, stop: chaos.stop };
}

/** Sets the fault for calls through the fake at `base`; held calls continue. */
export async function injectFault(base: string, fault: RegistryFault): Promise<void> {
  await fetch(`${base}${control}${fault}`, { method: 'POST' });
}
