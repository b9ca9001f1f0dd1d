import 'server-only';
import type { Agent } from 'undici';
import type { ClientPair } from '../env.ts';
import { type Circuit, openCircuit } from './circuit.ts';
import { openAgent } from './forward.ts';
import { type Membership, openMembership } from './membership.ts';
import { openReaders, type Readers } from './narrow.ts';
import { openSharedReads, type SharedReads } from './shared-reads.ts';
import { type TokenSource, tokenSource } from './token.ts';

/** Which spelling of an operation this registry took last. */
export type Spelling = { path: string; retry: boolean };

/** One registry as the dashboard talks to it: its address, connections, tokens, and what was learnt about it. */
export type Upstream = {
  /** {base_url}, without trailing slash. */
  base: string;
  /** The same in its two parts; the prefix is empty or begins with a slash. */
  origin: string;
  prefix: string;
  /** Host and port, which must not appear in anything that leaves for a browser. */
  host: string;
  agent: Agent;
  /** The client's own tokens to read with; calls go by `readers`, which knows for whom. */
  reader: TokenSource;
  readers: Readers;
  writer: TokenSource;
  circuit: Circuit;
  spellings: Map<string, Spelling>;
  members: Membership;
  reads: SharedReads;
};

/** Opens a registry. Reads and reports go with the read-only client when there is one (assurance §0.2). */
export function openUpstream(config: {
  baseUrl: string;
  client: ClientPair;
  reader: ClientPair | null;
}): Upstream {
  const agent = openAgent();
  const { origin, pathname, host } = new URL(config.baseUrl);
  const sourceOf = (client: ClientPair, scope?: string) => tokenSource(agent, config.baseUrl, client, scope);
  const writer = sourceOf(config.client);
  const reader = config.reader ? sourceOf(config.reader) : writer;
  return {
    base: config.baseUrl,
    origin,
    prefix: pathname.replace(/^(.*[^/])?\/*$/s, '$1'),
    host,
    agent,
    writer,
    reader,
    readers: openReaders(reader, (scope) => sourceOf(config.reader ?? config.client, scope)),
    circuit: openCircuit(),
    spellings: new Map(),
    members: openMembership(),
    reads: openSharedReads(),
  };
}
