// Pulls an issuer of another registry and writes its register as a file.

import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Agent } from 'undici';
import type { Finding } from '../findings.ts';
import { type ClientOptions, openClient } from './client.ts';
import type { Comparison } from './compare-totals.ts';
import { PullStopped } from './errors.ts';
import { type HistoryCoverage, historyCoverage } from './history-coverage.ts';
import { journalFiles } from './journal-files.ts';
import { openAnswers } from './kept-answers.ts';
import { writePulled } from './pulled-file.ts';
import { readRegistry } from './read-registry.ts';
import { type PullOptions, remoteToSheets } from './remote-to-sheets.ts';
import { reportTo } from './report.ts';

export type PullRequest = Pick<
  ClientOptions,
  | 'base'
  | 'credentials'
  | 'ratePerSecond'
  | 'limits'
  | 'firstPauseMs'
  | 'onPause'
  | 'onResponse'
  | 'signal'
  | 'all'
> & {
  /** The issuer's number in the other registry. */
  issuer: number;
  /** Keeps the responses, and the register that is made of them. */
  folder: string;
  day: string;
  stated: Omit<PullOptions, 'source'>;
  onStep?: (what: string) => void;
  /** Resolves names; others than those of the machine, where not every address may be reached. */
  lookup?: LookupFunction;
};

export type Pulled = {
  /** The register as a file that is checked and posted like any other. */
  path: string;
  comparisons: readonly Comparison[];
  /** Responses that an earlier, stopped pull had kept. */
  reused: number;
  history: HistoryCoverage;
};

/** Addresses of this machine, to which nothing is sent over a network. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The address of another registry. Throws PullStopped where secrets must not be sent to it. */
export function readBase(text: string): URL {
  const base = URL.canParse(text) ? new URL(text) : undefined;
  if (!base || !/^https?:$/.test(base.protocol) || base.search || base.hash || base.username || base.password)
    throw new PullStopped(
      `"${text}" is not the address of a registry, such as https://registry.example/sandbox.`,
      true,
    );
  if (base.protocol === 'http:' && !loopback.test(base.hostname))
    throw new PullStopped('The address must begin with https://, because a secret is sent to it.', true);
  return base;
}

/** Reads an issuer of another registry and writes its register as a file. Throws PullStopped. */
export async function pullRegister(request: PullRequest): Promise<Pulled> {
  const { base, issuer, folder, day, stated, onStep } = request;
  const dispatcher = new Agent({ connect: { timeout: 10_000, lookup: request.lookup }, connections: 1 });
  try {
    const kept = await openAnswers(folder, { base: base.href, issuer, day });
    const client = openClient({ ...request, dispatcher });
    const read = await readRegistry({
      client,
      kept,
      issuer,
      day,
      onStep,
      withoutHistory: stated.withoutHistory,
    });
    const findings: Finding[] = [];
    const options = { ...stated, source: `Registry at ${base.host}` };
    const { rows, comparisons } = remoteToSheets(read, options, reportTo(findings));
    const history = historyCoverage(read);
    const path = join(folder, `register-${issuer}.zip`);
    const beside = `${path}.part`;
    await pipeline(
      writePulled({ rows, files: journalFiles(read), findings, comparisons }, day),
      createWriteStream(beside, { mode: 0o600 }),
    );
    await rename(beside, path);
    return { path, comparisons, reused: kept.reused(), history };
  } finally {
    await dispatcher.destroy();
  }
}
