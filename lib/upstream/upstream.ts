// A registry as the dashboard uses it: address, clients, tokens and caches.

import 'server-only';
import type { Agent } from 'undici';
import type { ClientPair } from '../env.ts';
import { type Circuit, openCircuit } from './circuit.ts';
import { type Discovery, openDiscovery } from './discovery.ts';
import { openAgent } from './http-client.ts';
import { type Membership, openMembership } from './membership.ts';
import { openReaders, type Readers } from './read-tokens.ts';
import { openSharedReads, type SharedReads } from './shared-reads.ts';
import { type TokenSource, tokenSource } from './token.ts';

/** Which spelling of an operation this registry accepted last. */
export type Spelling = { path: string; retry: boolean };

/** One registry as the dashboard uses it: address, connections, tokens, and what was learned about it. */
export type Upstream = {
  /** {base_url}, without trailing slash. */
  base: string;
  /** The same in its two parts; the prefix is empty or starts with a slash. */
  origin: string;
  prefix: string;
  /** Host and port, which must never reach a browser. */
  host: string;
  agent: Agent;
  /** The client's own read tokens; calls use `readers`, which knows on whose behalf. */
  reader: TokenSource;
  readers: Readers;
  /** The same for the agent operations: always of the main client, because the reader's has no agent scope. */
  agentReaders: Readers;
  /** The same for what users of issuers write by the agent operations. */
  agentWriters: Readers;
  /** Which agent operations the registry has. */
  discovery: Discovery;
  writer: TokenSource;
  circuit: Circuit;
  spellings: Map<string, Spelling>;
  members: Membership;
  reads: SharedReads;
  /**
   * Milliseconds without a byte until the file of a report is given up, before its first one too. Reports wait for others
   * at the registry; a signed one is sent when it is whole; behind the last row of a large register the verdict on its
   * books is read, which takes minutes.
   */
  reportSilentMs: number;
};

/** Opens a registry. Reads and reports of the interface use the read-only client if there is one. */
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
    agentReaders: openReaders(writer, (scope) => sourceOf(config.client, scope), 'read agent'),
    agentWriters: openReaders(writer, (scope) => sourceOf(config.client, scope), 'read write agent'),
    discovery: openDiscovery(),
    circuit: openCircuit(),
    spellings: new Map(),
    members: openMembership(),
    reads: openSharedReads(),
    reportSilentMs: 10 * 60_000,
  };
}
