// Saves the responses of a pull in a folder, so that an interrupted pull continues.

import { createHash } from 'node:crypto';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PullStopped } from './errors.ts';

/** What a pull is about. Answers of another day are not mixed: some operations have no date. */
export type PullFacts = { base: string; issuer: number; day: string };

/**
 * Responses of one pull in a folder, so that a stopped pull continues where it was. They hold persons, and are readable
 * by their owner only. Each is compared with its digest before it is used again.
 */
export type KeptAnswers = {
  /** The kept response, or the one that `ask` gives, which is kept. */
  get(key: string, ask: () => Promise<string>): Promise<string>;
  /** Drops the responses whose key the test accepts. */
  drop(isDropped: (key: string) => boolean): Promise<void>;
  /** How many responses were used again. */
  reused(): number;
};

const factsName = 'pull.json';
const indexName = 'answers.jsonl';
const factsShape = z.object({ base: z.string(), issuer: z.number(), day: z.string() });
const lineShape = z.object({ key: z.string(), sha256: z.string() });
const isAnswer = (name: string) => /^[0-9a-f]{64}\.json$/.test(name);

export async function openAnswers(folder: string, facts: PullFacts): Promise<KeptAnswers> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const factsPath = join(folder, factsName);
  const indexPath = join(folder, indexName);
  const before = await factsOf(folder);
  if (before && (before.base !== facts.base || before.issuer !== facts.issuer))
    throw new PullStopped(
      `${folder} holds the responses of issuer ${before.issuer} of ${before.base}. Choose another folder.`,
      true,
    );
  if (before?.day !== facts.day) {
    for (const name of await readdir(folder))
      if (isAnswer(name) || name === indexName) await rm(join(folder, name));
    await writeWhole(factsPath, JSON.stringify(facts));
  }
  const digests = await digestsOf(indexPath);
  let reused = 0;
  const pathOf = (key: string) => join(folder, `${sha256(key)}.json`);
  return {
    async get(key, ask) {
      const digest = digests.get(key);
      if (digest !== undefined) {
        const text = await readFile(pathOf(key), 'utf8').catch(() => undefined);
        if (text !== undefined && sha256(text) === digest) {
          reused += 1;
          return text;
        }
      }
      const text = await ask();
      await writeWhole(pathOf(key), text);
      digests.set(key, sha256(text));
      await appendFile(indexPath, `${JSON.stringify({ key, sha256: digests.get(key) })}\n`, { mode: 0o600 });
      return text;
    },
    async drop(isDropped) {
      for (const key of [...digests.keys()].filter(isDropped)) {
        digests.delete(key);
        await rm(pathOf(key), { force: true });
      }
      const lines = [...digests].map(([key, digest]) => `${JSON.stringify({ key, sha256: digest })}\n`);
      await writeWhole(indexPath, lines.join(''));
    },
    reused: () => reused,
  };
}

async function factsOf(folder: string): Promise<PullFacts | undefined> {
  const text = await readFile(join(folder, factsName), 'utf8').catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) {
    if ((await readdir(folder)).length > 0)
      throw new PullStopped(`${folder} is not empty and holds no pull. Choose another folder.`, true);
    return undefined;
  }
  const parsed = factsShape.safeParse(parsedOr(text));
  if (!parsed.success)
    throw new PullStopped(`${join(folder, factsName)} is damaged. Choose another folder.`, true);
  return parsed.data;
}

async function digestsOf(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const digests = new Map<string, string>();
  for (const line of text.split('\n')) {
    // A line that was cut by a crash is left out, and its response is asked for again.
    const parsed = lineShape.safeParse(parsedOr(line));
    if (parsed.success) digests.set(parsed.data.key, parsed.data.sha256);
  }
  return digests;
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes beside the file and renames: after a crash the file is whole, or as it was. */
async function writeWhole(path: string, text: string): Promise<void> {
  const beside = `${path}.part`;
  await writeFile(beside, text, { mode: 0o600 });
  const file = await open(beside, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
}
