// Runs random commands and reads on model and registry, and shrinks a failure to the fewest commands.

import fc from 'fast-check';
import type { Pool } from 'pg';
import type { RegisterMemory } from '#registry/queries/memory';
import { proof } from '../ledger/database.ts';
import { plusDays } from './days.ts';
import { lastKnownDay } from './fixtures.ts';
import * as items from './items/commands.ts';
import { compareItems } from './items/compare.ts';
import { kinds } from './items/contents.ts';
import { type Chooser, chooser, Divergence, type ModelRun, openModelRun } from './model-run.ts';
import { read, reads } from './reads.ts';
import * as records from './record-commands.ts';
import * as shares from './share-commands.ts';
import * as writes from './write-commands.ts';

/** Every command with its frequency. */
const commands = {
  issue: [shares.issue, 12],
  transfer: [shares.transfer, 16],
  retire: [shares.retire, 4],
  reissue: [shares.reissue, 8],
  convert: [shares.convert, 6],
  split: [shares.split, 4],
  capital: [shares.capital, 6],
  receive: [records.receive, 7],
  refuse: [records.refuse, 4],
  stop: [records.stop, 4],
  release: [records.release, 3],
  declare: [records.declare, 5],
  pay: [records.pay, 6],
  plan: [records.plan, 3],
  hold: [records.hold, 7],
  enroll: [records.enroll, 3],
  open: [records.open, 1],
  standing: [records.standing, 2],
  note: [records.note, 9],
  putShareholder: [writes.putShareholder, 6],
  instructIssuance: [writes.instructIssuance, 8],
  completeInstructed: [writes.completeInstructed, 12],
  enterItem: [items.enterItem, 20],
  updateItem: [items.updateItem, 3],
  fileItem: [items.fileItem, 4],
  stepItem: [items.stepItem, 20],
} satisfies Record<string, [(run: ModelRun, choose: Chooser) => Promise<void>, number]>;
type Command = keyof typeof commands;
const commandNames = Object.keys(commands) as Command[];
const readNames = Object.keys(reads);
/** The few of `npm test` are all long, for what only many commands leave behind. */
const commandsPerRun = { minLength: process.env.TEST_LANE === 'long' ? 40 : 100, maxLength: 100 };
/** The read that shows best what a command did; sent after every other one, on the same day. */
const shownBy: Partial<Record<Command, string>> = {
  ...{ stop: 'GetHoldingCertificates', release: 'GetHoldingCertificates', capital: 'GetDilutedPercentage' },
  ...{ declare: 'GetDividendList', pay: 'GetDividendList', plan: 'GetProxyList', hold: 'GetProxyList' },
};

/** A command and the read after it, with the numbers both are made of. */
export type Step = { command: Command; wait: number; numbers: number[]; read: string; requested: number[] };
const numbers = (length: number) => fc.array(fc.nat(9999), { minLength: length, maxLength: length });
const step = fc.record<Step>({
  command: fc.oneof(
    ...commandNames.map((name) => ({ weight: commands[name][1], arbitrary: fc.constant(name) })),
  ),
  wait: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 9, 40),
  numbers: numbers(16),
  read: fc.constantFrom(...readNames),
  requested: numbers(12),
});
const histories = fc.array(step, commandsPerRun);

/** How often each command and read was made, and how many reads were refused or returned nothing. */
export type Coverage = Record<string, { times: number; refused: number; empty: number }>;
export type Services = { pool: Pool; writers: Pool; memory: RegisterMemory; coverage: Coverage };

function count(
  coverage: Coverage,
  name: string,
  { isRejection, isEmpty }: { isRejection: boolean; isEmpty: boolean },
) {
  coverage[name] ??= { times: 0, refused: 0, empty: 0 };
  const one = coverage[name];
  one.times += 1;
  if (isRejection) one.refused += 1;
  if (isEmpty) one.empty += 1;
}

const done = { isRejection: false, isEmpty: false };

/**
 * The busier issuer's books must prove too, with two exceptions: lists are frozen here at an instant between
 * postings of the same day (33, 36).
 */
const unproved = ['33 ', '36 '];

async function runSteps(run: ModelRun, list: readonly Step[], coverage: Coverage): Promise<void> {
  for (const one of list) {
    const later = plusDays(run.today, one.wait);
    if (later < lastKnownDay) run.today = later;
    run.tick += 1;
    const before = run.log.length;
    await commands[one.command][0](run, chooser(one.numbers));
    const lines = run.log.slice(before).join('\n');
    count(coverage, one.command, { isRejection: lines.includes('to be refused'), isEmpty: lines === '' });
    const name = one.numbers.at(-1)! % 2 === 1 ? (shownBy[one.command] ?? one.read) : one.read;
    count(coverage, name, await read(run, name, chooser(one.requested)));
  }
  for (const name of readNames) await read(run, name, chooser([0]));
  await compareItems(run);
  for (const { kind, stage, approvals } of run.model.items) {
    if (stage === 'Posted') count(coverage, `posted ${kind}`, done);
    if (approvals.includes('void')) count(coverage, 'void approval', done);
  }
  const lines = await proof(run.pool, run.model.issuers[0]!.id);
  const found = lines.filter((one) => !unproved.includes(one.slice(0, 3)));
  if (found.length > 0) throw new Divergence(`The books do not prove:\n${found.join('\n')}`);
}

async function runHistory(services: Services, list: readonly Step[]): Promise<void> {
  const run = await openModelRun(services.pool, services.writers, services.memory);
  try {
    await runSteps(run, list, services.coverage);
  } catch (error) {
    // The log is added to the error, so that the shortest list shows what happened.
    throw Object.assign(error as Error, { log: run.log });
  }
}

/** Removes every command that the failure does not need. */
async function shortened(
  services: Services,
  list: readonly Step[],
): Promise<{ list: readonly Step[]; error: unknown }> {
  const failure = (some: readonly Step[]) =>
    runHistory(services, some).then(
      () => undefined,
      (error: unknown) => error,
    );
  let shortest = list;
  let error = await failure(list);
  for (let size = 64; size > 0 && error; size >>= 1) {
    for (let at = shortest.length - size; at >= 0; at -= size) {
      const without = shortest.toSpliced(at, size);
      const other = await failure(without);
      if (other) [shortest, error] = [without, other];
    }
  }
  return { list: shortest, error };
}

/** Some runs, serially. A failure names its seed, the fewest commands that show it, and what differs. */
export async function checkHistories(services: Services, seed: number, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(histories, (list) => runHistory(services, list));
  const found = await fc.check(property, { numRuns, seed, endOnFailure: true });
  if (!found.failed) return;
  const { list, error } = await shortened(services, found.counterexample![0]);
  const cause = (error ?? found.errorInstance) as Error & { log?: string[] };
  const all = found.counterexample![0].length;
  const head = `MODEL_SEED=${seed}, run ${found.numRuns}; ${list.length} of ${all} commands show it:`;
  const text = cause instanceof Divergence ? cause.message : cause.stack;
  throw new Error([head, ...(cause.log ?? []), text].join('\n'));
}

const posted = [...kinds.map((kind) => `posted ${kind}`), 'void approval'];
/** In fewer runs than this a kind of item may by chance not be posted at all. */
const runsOfKinds = 100;

/** The commands and reads that too rarely had something to do or to return. */
export function missing(coverage: Coverage, runs: number): string[] {
  const useful = (name: string) => {
    const { times, refused: rejected, empty } = coverage[name] ?? { times: 0, refused: 0, empty: 0 };
    return times - rejected - empty;
  };
  return [
    ...readNames.filter((name) => useful(name) < runs),
    ...commandNames.filter((name) => useful(name) * 20 < runs),
    ...(runs < runsOfKinds ? [] : posted.filter((name) => useful(name) * 40 < runs)),
  ];
}
