import { AsyncLocalStorage } from 'node:async_hooks';
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withLock } from './lock.ts';

// Tests every harmful order of events. Until its first wait, withLock uses only synchronous disk calls, so
// another program can be run before each of them, and each program can be killed there. The programs are
// simulated in this process, each with its own process ID.

type Program = {
  pid: number;
  alive: boolean;
  steps: number;
  /** Runs just before the disk call with that number. */
  before: { step: number; event: () => void } | undefined;
};

const stage = vi.hoisted(() => ({ onCall: () => {}, alive: (_pid: number) => true as boolean }));

vi.mock('node:fs', async (original) => {
  const fs = { ...(await original<typeof import('node:fs')>()) };
  for (const name of [
    'linkSync',
    'readFileSync',
    'readdirSync',
    'rmSync',
    'unlinkSync',
    'writeFileSync',
  ] as const) {
    const plain = fs[name] as unknown as (...args: never[]) => never;
    Object.assign(fs, {
      [name]: (...args: never[]) => {
        stage.onCall();
        return plain(...args);
      },
    });
  }
  return { ...fs, default: fs };
});

vi.mock('./processes.ts', () => ({
  pause: () => turn(),
  processIdentity: (pid: number) => (stage.alive(pid) ? 'living' : undefined),
  isSameProcess: (pid: number) => stage.alive(pid),
}));

const playing = new AsyncLocalStorage<Program>();
const programs = new Map<number, Program>();
const realPid = process.pid;
let folder = '';
let scenes = 0;

stage.alive = (pid) => programs.get(pid)?.alive ?? false;
stage.onCall = () => {
  const program = playing.getStore();
  if (!program) return;
  // A killed program does nothing any more, not even its cleanup.
  if (!program.alive) throw new Error('killed');
  program.steps += 1;
  if (program.before?.step !== program.steps) return;
  program.before.event();
  if (!program.alive) throw new Error('killed');
};

beforeAll(() => {
  Object.defineProperty(process, 'pid', { get: () => playing.getStore()?.pid ?? realPid });
  folder = mkdtempSync(join(tmpdir(), 'sharebook-lock-race-'));
});
afterAll(() => {
  Object.defineProperty(process, 'pid', { value: realPid, writable: true });
  rmSync(folder, { recursive: true, force: true });
});

type Lock = (path: string, work: () => Promise<void>) => Promise<void>;

/** The naive lock: whoever finds a dead owner removes the file. */
const naive: Lock = async (path, work) => {
  const draft = `${path}.draft-${process.pid}`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid }));
  while (!unless('EEXIST', () => linkSync(draft, path))) {
    const text = unless('ENOENT', () => readFileSync(path, 'utf8'));
    if (typeof text === 'string' && !stage.alive(JSON.parse(text).pid)) rmSync(path, { force: true });
    await turn();
  }
  await work();
  unlinkSync(path);
  rmSync(draft);
};

function unless<T>(code: string, call: () => T): NonNullable<T> | true | undefined {
  try {
    return call() ?? true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  }
}

type Scene = { first: number; second: number | 'lives'; third: 'kills the second' | 'comes in' };

/**
 * Plays one scene on a lock of a dead owner. The first program is paused before its disk call `first`; there a
 * second one runs until it waits, enters, or reaches its own call `second`, where it is killed or a third one
 * runs. `two`: two were inside at once. `reached`: the named calls were reached. `left`: files that the next
 * owner did not remove.
 */
async function play(lock: Lock, scene: Scene): Promise<{ two: boolean; reached: boolean; left: string[] }> {
  scenes += 1;
  programs.clear();
  const place = join(folder, `scene-${scenes}`);
  const path = `${place}.lock`;
  writeFileSync(path, JSON.stringify({ pid: 1, identity: '', nonce: 'dead' }));
  const inside = new Set<Program>();
  let two = false;
  let reached = false;
  const ended: Promise<void>[] = [];
  const enter = (program: Program) => {
    const work = async () => {
      inside.add(program);
      two ||= [...inside].filter(({ alive }) => alive).length > 1;
      // Long enough that every other program checks the lock several times.
      for (let wait = 0; wait < 6; wait += 1) await turn();
      inside.delete(program);
    };
    ended.push(playing.run(program, () => lock(path, work)).catch(() => undefined));
  };
  const named = (pid: number, before?: Program['before']): Program => {
    const program = { pid, alive: true, steps: 0, before };
    programs.set(pid, program);
    return program;
  };
  const second = named(102);
  if (scene.second !== 'lives') {
    const event = () => {
      reached = true;
      if (scene.third === 'comes in') return enter(named(103));
      second.alive = false;
      inside.delete(second);
    };
    second.before = { step: scene.second, event };
  }
  const first = named(101, {
    step: scene.first,
    event: () => {
      reached ||= scene.second === 'lives';
      enter(second);
    },
  });
  enter(first);
  for (let done = 0; done < ended.length; done += 1) await ended[done];
  // Whatever happened, the next program can enter, and removes the files of dead ones.
  enter(named(104));
  await ended.at(-1);
  const left = readdirSync(folder).filter((name) => name.startsWith(`scene-${scenes}.`));
  for (const name of left) rmSync(join(folder, name));
  return { two, reached, left };
}

/** All scenes, until the programs have no further calls; returns those in which two were inside. */
async function playAll(lock: Lock): Promise<{ scenes: number; two: Scene[]; untidy: Scene[] }> {
  const found = { scenes: 0, two: [] as Scene[], untidy: [] as Scene[] };
  const note = (scene: Scene, { two, left }: { two: boolean; left: string[] }) => {
    found.scenes += 1;
    if (two) found.two.push(scene);
    if (left.length > 0) found.untidy.push(scene);
  };
  for (let first = 1; ; first += 1) {
    const alone: Scene = { first, second: 'lives', third: 'comes in' };
    const seen = await play(lock, alone);
    if (!seen.reached) return found;
    note(alone, seen);
    for (const third of ['kills the second', 'comes in'] as const) {
      for (let second = 1; ; second += 1) {
        const outcome = await play(lock, { first, second, third });
        if (!outcome.reached) break;
        note({ first, second, third }, outcome);
      }
    }
  }
}

test('of up to three processes at a stale lock never two hold it, in every order', async () => {
  const { scenes, two, untidy } = await playAll(withLock);
  expect(two).toEqual([]);
  expect(untidy).toEqual([]);
  expect(scenes).toBeGreaterThan(100);
});

test('the same orders find the error of a naive lock', async () => {
  expect((await playAll(naive)).two).not.toEqual([]);
});
