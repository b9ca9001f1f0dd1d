// The faults of the soak test, their random order, and how long each lasts.

import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { Chaos, Fault } from './proxy.ts';
import type { Stage } from './stage.ts';

type Kind = Fault['kind'] | 'refuse';
export type ChaosFault = { where: keyof Stage['proxies']; kind: Kind };

/** Every fault at every place it can be injected. */
export const faults: readonly ChaosFault[] = [
  ...(['refuse', 'hold', 'withhold', 'drip', 'cut', 'reset', 'drop', 'lost', 'twice', 'swap'] as const).map(
    (kind) => ({ where: 'registry', kind }) as const,
  ),
  ...(['refuse', 'hold', 'reset', 'lost'] as const).map((kind) => ({ where: 'database', kind }) as const),
];

/** All failures once in random order, repeated. */
export function* orderOf(chance: Chance): Generator<ChaosFault, never> {
  for (;;) {
    const left = [...faults];
    while (left.length > 0) yield left.splice(chance.below(left.length), 1)[0]!;
  }
}

const write = /Shareholder\/CreateOrUpdate|Transaction\/CreateNewIssuance/i;

/** Writes and commits are the subject of the test, so faults hit them more often than the rest. */
function faultFor({ where, kind }: ChaosFault, chance: Chance, over: Promise<void>) {
  return (head: Buffer): Fault => {
    const text = head.toString('latin1', 0, 400);
    const chosen = where === 'registry' ? write.test(text) : text.includes('commit');
    // At the database only the response to a commit is lost: for other statements that equals a reset.
    if (where === 'database' && kind === 'lost' && !chosen) return { kind: 'none' };
    if (chance.next() > (chosen ? 0.6 : 0.25)) return { kind: 'none' };
    switch (kind) {
      case 'hold':
      case 'withhold':
        return { kind, until: over };
      case 'drip':
        return { kind, everyMs: 1, until: over };
      case 'cut':
      case 'reset':
        return { kind, after: chance.below(600) };
      case 'swap':
        return { kind, atMostMs: 500 };
      default:
        return { kind } as Fault;
    }
  };
}

const struck = ({ struck: times }: Chaos, kind: Kind) => times.get(kind as Fault['kind']) ?? 0;

/** How long a failure waits for something that it can hit, once its time is over. */
const unstruckMs = 60_000;

/** Injects one failure for at least the given time, and longer until it has hit something once. */
export async function endure(
  stage: Stage,
  fault: ChaosFault,
  chance: Chance,
  { lastingMs, alive }: { lastingMs: number; alive: () => boolean },
): Promise<void> {
  const proxy = stage.proxies[fault.where];
  const over = Promise.withResolvers<void>();
  const calm = proxy.plan;
  const before = struck(proxy, fault.kind);
  if (fault.kind === 'refuse') await proxy.refuse();
  else proxy.plan = faultFor(fault, chance, over.promise);
  await pause(lastingMs);
  const endsAt = Date.now() + unstruckMs;
  const isUnstruck = () => fault.kind !== 'refuse' && struck(proxy, fault.kind) === before;
  while (isUnstruck() && alive() && Date.now() < endsAt) await pause(100);
  proxy.plan = calm;
  over.resolve();
  if (fault.kind === 'refuse') await proxy.accept();
}
