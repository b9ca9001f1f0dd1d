// The soak test: simulated users and one fault after another, then all checks.

import { setTimeout as pause } from 'node:timers/promises';
import { chanceOf } from './chance.ts';
import type { Gauge, Held } from './gauge.ts';
import { judgeBooks, judgeLogs, judgeWrites } from './judge.ts';
import { endure, faults, orderOf } from './schedule.ts';
import { type Diary, openUser, type SimulatedUser, work } from './simulated-users.ts';
import { cast, openStage, type Stage } from './stage.ts';
import { readBack } from './writer.ts';

export type Report = {
  seed: number;
  seconds: number;
  done: Record<string, number>;
  /** Forms by the outcome their senders saw. */
  recorded: number;
  notRecorded: number;
  /** Forms whose response was lost at first. */
  unknown: number;
  struck: Record<string, number>;
  held: { program: string; readings: Held[] }[];
  /** Every broken guarantee; empty when all hold. */
  wrong: string[];
};

type Options = { minutes: number; seed: number; say?: (line: string) => void };

/** How much more may be held at the end than after the first load, whatever failed in between. */
const heapMax = 48 * 2 ** 20;
const rssMax = 400 * 2 ** 20;
const descriptorsMax = 40;
const faultMs = [3_000, 7_000] as const;
const calmMs = 2_000;

/** Mixed load of several users for the given time, one failure after another, then the result. */
export async function soak({ minutes, seed, say = () => undefined }: Options): Promise<Report> {
  const stage = await openStage();
  try {
    return await run(stage, { minutes, seed, say });
  } finally {
    await stage.stop();
  }
}

async function run(stage: Stage, { minutes, seed, say }: Required<Options>): Promise<Report> {
  const chance = chanceOf(seed);
  const diary: Diary = { forms: [], done: new Map(), wrong: [] };
  const people = cast.map((one) => openUser(stage, one, chance.branch(one[0]), diary));
  for (const user of people) {
    if (!(await user.browser.signIn())) throw new Error(`${user.browser.email} cannot sign in.`);
    for (const act of new Set(user.acts)) for (let round = 0; round < 2; round += 1) await user.act(act);
  }
  say('everybody is in, everything was done twice');
  const readings = [await settledReading(stage, diary.wrong)];
  const startedAt = Date.now();
  const endsAt = startedAt + minutes * 60_000;
  const over = new AbortController();
  const going = people.map((user) => work(user, chance.branch(`${user.browser.email} works`), over.signal));
  const order = orderOf(chance.branch('troubles'));
  for (let step = 0; step < faults.length || Date.now() < endsAt; step += 1) {
    const fault = order.next().value;
    const lastingMs = faultMs[0] + chance.below(faultMs[1] - faultMs[0]);
    say(
      `${Math.round((Date.now() - startedAt) / 1000)} s: ${fault.where} ${fault.kind}, ${diary.forms.length} forms, ${diary.wrong.length} wrong`,
    );
    await endure(stage, fault, chance, { lastingMs, alive: stage.running });
    await pause(calmMs);
    if (!stage.running()) break;
  }
  over.abort();
  await Promise.all(going);
  if (!stage.running()) diary.wrong.push('a program has ended');
  else await resolveAll(people, diary);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  for (const { browser } of people) await browser.close();
  readings.push(await settledReading(stage, diary.wrong, readings[0]));
  say('at rest; the books are read');
  const wrong = [
    ...diary.wrong,
    ...(await judgeWrites(stage, diary)),
    ...(await judgeBooks(stage)),
    ...judgeLogs(stage),
    ...judgeHeld(readings),
  ];
  const count = (test: (reported: readonly string[], outcome: string | null) => boolean) =>
    diary.forms.filter(({ reported, outcome }) => test(reported, outcome)).length;
  return {
    seed,
    seconds,
    done: Object.fromEntries(diary.done),
    recorded: count((_reported, outcome) => outcome === 'recorded'),
    notRecorded: count((_reported, outcome) => outcome === 'not recorded'),
    unknown: count((reported) => reported.includes('outcome_unknown')),
    struck: Object.fromEntries(
      Object.entries(stage.proxies).flatMap(([where, { struck }]) =>
        [...struck].map(([kind, times]) => [`${where} ${kind}`, times]),
      ),
    ),
    held: (['dashboard', 'registry'] as const).map((program) => ({
      program,
      readings: readings.map((reading) => reading[program]),
    })),
    wrong,
  };
}

/** The registry works again: every form reaches an outcome, however often it has to be requested. */
async function resolveAll(people: readonly SimulatedUser[], { forms, wrong }: Diary): Promise<void> {
  for (const { browser } of people) {
    while (!(await browser.signIn())) await pause(200);
    for (const form of forms.filter(({ open, person: user }) => open !== null && user === browser.email)) {
      for (let times = 0; times < 300 && form.open !== null; times += 1) {
        const text = await readBack(browser, form);
        if (text) wrong.push(text);
        if (form.open !== null) await pause(200);
      }
    }
  }
}

type Reading = Record<keyof Stage['gauges'], Held>;
const restMs = 120_000;
/** Connection limits of the pools: dashboard to registry, registry to its database. */
const poolsMax = { registry: 64, database: 40 } as const;

async function until(test: () => boolean | Promise<boolean>): Promise<boolean> {
  const startedAt = Date.now();
  while (!(await test())) {
    if (Date.now() - startedAt > restMs) return false;
    await pause(200);
  }
  return true;
}

/**
 * What both programs hold when idle. Running reports are finished first; then the proxies close keep-alive
 * connections, so that only leaks are left. `first` is the earlier reading.
 */
async function settledReading(stage: Stage, wrong: string[], first?: Reading): Promise<Reading> {
  const open = `select count(*)::int as n from run where state in ('sent', 'receiving')`;
  if (!(await until(async () => (await stage.store.query(open)).rows[0].n === 0)))
    wrong.push('reports are under way without end');
  for (const [where, proxy] of Object.entries(stage.proxies)) {
    const most = poolsMax[where as keyof typeof poolsMax];
    if (proxy.open() > most) wrong.push(`${proxy.open()} connections to the ${where} are open`);
    await proxy.refuse();
    await proxy.accept();
  }
  const more = ([name, gauge]: [string, Gauge]) =>
    (gauge.descriptors() ?? 0) > (first?.[name as keyof Reading].descriptors ?? 0) + descriptorsMax;
  if (first) await until(() => !Object.entries(stage.gauges).some(more));
  return { dashboard: await stage.gauges.dashboard.read(), registry: await stage.gauges.registry.read() };
}

function judgeHeld(readings: readonly Reading[]): string[] {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) return ['nothing was gauged'];
  return (['dashboard', 'registry'] as const).flatMap((program) => {
    const [then, now] = [first[program], last[program]];
    const mb = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
    const wrong: string[] = [];
    if (now.heapBytes - then.heapBytes > heapMax)
      wrong.push(`the ${program}'s memory in use grew from ${mb(then.heapBytes)} to ${mb(now.heapBytes)}`);
    if (now.rssBytes - then.rssBytes > rssMax)
      wrong.push(`the ${program} grew from ${mb(then.rssBytes)} to ${mb(now.rssBytes)}`);
    if (now.handles - then.handles > descriptorsMax)
      wrong.push(`the ${program}'s handles grew from ${then.handles} to ${now.handles}`);
    if (now.descriptors !== null && now.descriptors - (then.descriptors ?? 0) > descriptorsMax)
      wrong.push(`the ${program}'s descriptors grew from ${then.descriptors} to ${now.descriptors}`);
    return wrong;
  });
}
