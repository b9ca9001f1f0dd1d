import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { Chaos, Fault } from './proxy.ts';
import type { Stage } from './stage.ts';

type Kind = Fault['kind'] | 'refuse';
export type Trouble = { where: keyof Stage['proxies']; kind: Kind };

/** Every fault there is, at either place it can strike. */
export const troubles: readonly Trouble[] = [
  ...(['refuse', 'hold', 'withhold', 'drip', 'cut', 'reset', 'drop', 'lost', 'twice', 'swap'] as const).map(
    (kind) => ({ where: 'registry', kind }) as const,
  ),
  ...(['refuse', 'hold', 'reset', 'lost'] as const).map((kind) => ({ where: 'database', kind }) as const),
];

/** All troubles once in an order of chance, again and again. */
export function* orderOf(chance: Chance): Generator<Trouble, never> {
  for (;;) {
    const left = [...troubles];
    while (left.length > 0) yield left.splice(chance.below(left.length), 1)[0]!;
  }
}

const write = /Shareholder\/CreateOrUpdate|Transaction\/CreateNewIssuance/i;

/** Writes and commits are what it is about: they are struck more often than the rest. */
function faultFor({ where, kind }: Trouble, chance: Chance, over: Promise<void>) {
  return (head: Buffer): Fault => {
    const text = head.toString('latin1', 0, 400);
    const chosen = where === 'registry' ? write.test(text) : text.includes('commit');
    // Only the answer to a commit is lost at the database: the others are as good as a reset.
    if (where === 'database' && kind === 'lost' && !chosen) return { kind: 'none' };
    if (chance.next() > (chosen ? 0.6 : 0.25)) return { kind: 'none' };
    switch (kind) {
      case 'hold':
      case 'withhold':
        return { kind, until: over };
      case 'drip':
        return { kind, everyMs: 1 };
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

/** Makes one trouble for at least so long, until it has struck at least once or `given up` says so. */
export async function endure(
  stage: Stage,
  trouble: Trouble,
  chance: Chance,
  { lastingMs, alive }: { lastingMs: number; alive: () => boolean },
): Promise<void> {
  const proxy = stage.proxies[trouble.where];
  const over = Promise.withResolvers<void>();
  const calm = proxy.plan;
  const before = struck(proxy, trouble.kind);
  if (trouble.kind === 'refuse') await proxy.refuse();
  else proxy.plan = faultFor(trouble, chance, over.promise);
  await pause(lastingMs);
  while (trouble.kind !== 'refuse' && struck(proxy, trouble.kind) === before && alive()) await pause(100);
  proxy.plan = calm;
  over.resolve();
  if (trouble.kind === 'refuse') await proxy.accept();
}
