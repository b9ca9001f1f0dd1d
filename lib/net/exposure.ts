import { isIP } from 'node:net';

/** What decides whether a program may be reached from other machines. */
export type Exposure = {
  /** The variable that sets the listening address, and its value. */
  listen: { name: string; host: string };
  /** Whether accounts or clients with published passwords are enabled. */
  demo: boolean;
  /** The variable of the public address, and that address. */
  address: { name: string; url: string };
  /** What the operator has explicitly allowed beyond loopback. */
  allowed: { demo: boolean; plainHttp: boolean; superuser: boolean };
};

/** The variables by which an operator allows it, as both programs read them: 1 or 0. */
export type Allowing = Record<
  'ALLOW_DEMO_BEYOND_LOOPBACK' | 'ALLOW_PLAIN_HTTP' | 'ALLOW_DATABASE_SUPERUSER',
  '0' | '1'
>;

export function allowedBy(given: Allowing): Exposure['allowed'] {
  return {
    demo: given.ALLOW_DEMO_BEYOND_LOOPBACK === '1',
    plainHttp: given.ALLOW_PLAIN_HTTP === '1',
    superuser: given.ALLOW_DATABASE_SUPERUSER === '1',
  };
}

/**
 * Whether `host` is reachable from this machine only. A name other than localhost may resolve to any address.
 */
export function isOnLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * Throws an Error that lists everything that must not be reachable from other machines; each item names the
 * variable that allows it. The listening address decides, not the public address. `superusers`: variables of
 * databases whose role is a superuser, once that is known.
 */
export function rejectExposed(
  { listen, demo, address, allowed }: Exposure,
  superusers: readonly string[] = [],
): void {
  if (isOnLoopback(listen.host)) return;
  const reached = `${listen.name} is ${listen.host}, which other machines can reach`;
  const errors = [];
  if (demo && !allowed.demo)
    errors.push(
      `${reached}, and the demo is on: the passwords and secrets of its accounts are published. Set REGISTRY_DEMO=0, or ALLOW_DEMO_BEYOND_LOOPBACK=1 to allow it.`,
    );
  if (address.url.startsWith('http:') && !allowed.plainHttp)
    errors.push(
      `${reached}, and ${address.name} is plain http: passwords, tokens and data could be read on the way. Set ${address.name} to an https address, or ALLOW_PLAIN_HTTP=1 to allow it.`,
    );
  if (!allowed.superuser)
    for (const name of superusers)
      errors.push(
        `${reached}, and the database role of ${name} is a superuser: whoever takes over the program has the whole database server. Use a role that is none, or set ALLOW_DATABASE_SUPERUSER=1 to allow it.`,
      );
  if (errors.length > 0) throw new Error(errors.join('\n'));
}
