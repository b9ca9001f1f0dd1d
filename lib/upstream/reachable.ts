import 'server-only';
import { connect } from 'node:net';
import { processWide } from '../store/process-wide.ts';
import type { Upstream } from './upstream.ts';

const connectMs = 2_000;
const keepMs = 1_000;

/**
 * Whether the registry is usable: its port accepts connections and a token is available. Requests a token only
 * when there is none, and nothing else, because a registry has no health path to rely on. Cached for a second,
 * because anyone may ask.
 */
export function isReachable(upstream: Upstream): Promise<boolean> {
  const cached = processWide('reachable', () => ({ until: 0, response: Promise.resolve(false) }));
  if (Date.now() >= cached.until) {
    cached.until = Date.now() + keepMs;
    cached.response = check(upstream);
  }
  return cached.response;
}

async function check(upstream: Upstream): Promise<boolean> {
  if (!(await takesConnections(new URL(upstream.base)))) return false;
  return upstream.reader.get().then(
    () => true,
    () => false,
  );
}

function takesConnections(base: URL): Promise<boolean> {
  const port = Number(base.port || (base.protocol === 'https:' ? 443 : 80));
  return new Promise((resolve) => {
    const socket = connect({ host: base.hostname.replace(/^\[|\]$/g, ''), port, timeout: connectMs });
    const end = (response: boolean) => {
      socket.destroy();
      resolve(response);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
