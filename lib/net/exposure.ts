import { isIP } from 'node:net';

/** A program that is about to listen, as far as it decides whether other machines may reach it. */
export type Exposure = {
  /** The variable that says where it listens, and its value. */
  listen: { name: string; host: string };
  /** Whether accounts or clients with published passwords work. */
  demo: boolean;
  /** The variable of the address people or programs use, and that address. */
  address: { name: string; url: string };
  /** What the operator allows beyond loopback. */
  allowed: { demo: boolean; plainHttp: boolean; superuser: boolean };
};

/** The variables with which an operator allows it, as both programs read them: 1 or 0. */
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

/** Whether what listens at `host` is reached from this machine alone. A name other than localhost may mean any address. */
export function isOnLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * Throws an Error with a sentence for each thing that must not be reached from other machines; each names the variable
 * that allows it all the same. The listening address decides, whatever the public address says. `superusers`: variables
 * of the databases whose role is a superuser, once they have been asked.
 */
export function refuseExposed(
  { listen, demo, address, allowed }: Exposure,
  superusers: readonly string[] = [],
): void {
  if (isOnLoopback(listen.host)) return;
  const reached = `${listen.name} is ${listen.host}, which other machines can reach`;
  const faults = [];
  if (demo && !allowed.demo)
    faults.push(
      `${reached}, and the demo is on: the passwords and secrets of its accounts are published. Set REGISTRY_DEMO=0, or ALLOW_DEMO_BEYOND_LOOPBACK=1 to allow it.`,
    );
  if (address.url.startsWith('http:') && !allowed.plainHttp)
    faults.push(
      `${reached}, and ${address.name} is plain http: passwords, tokens and data could be read on the way. Set ${address.name} to an https address, or ALLOW_PLAIN_HTTP=1 to allow it.`,
    );
  if (!allowed.superuser)
    for (const name of superusers)
      faults.push(
        `${reached}, and the database role of ${name} is a superuser: whoever takes over the program has the whole database server. Use a role that is none, or set ALLOW_DATABASE_SUPERUSER=1 to allow it.`,
      );
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
