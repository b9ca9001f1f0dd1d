// Calls operations of the registry, with tokens, time limits and errors.

import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, isApiError } from '../api/error.ts';
import { type EndpointId, endpointOf, isAgentOperation } from '../contract/index.ts';
import { encodeRequest, pathForms } from '../contract/wire/index.ts';
import type { Source } from '../runs/receive.ts';
import { type Incoming, isTransportError, sendRequest } from './http-client.ts';
import { asApiError, codeOfStatus } from './known-errors.ts';
import { noteCall } from './metrics.ts';
import { isJson, jsonBytesMax, readBytes, readInTime, readText } from './read.ts';
import type { Behalf } from './read-tokens.ts';
import { isTokenUnavailable, type Token, withToken } from './token.ts';
import type { Spelling, Upstream } from './upstream.ts';
import { validateReportUrl } from './validate-report-url.ts';

type Input = Readonly<Record<string, unknown>>;
/** The text of a JSON response with status 200, and of a rejection that somebody explains; else null. */
export type CallResult = { status: number; text: string | null };

/** How a body is read when not as a whole: returns JSON text, or null when it is invalid. */
export type Reading = {
  read: (body: AsyncIterable<Uint8Array>) => Promise<string | null>;
  /** For the whole call; longer than the default. */
  deadlineMs: number;
};

/** The error for a response with another status than 200; null: the usual one for its status. */
export type Explain = (rejection: CallResult) => ApiError | null;

export type How = {
  signal?: AbortSignal;
  reading?: Reading;
  explain?: Explain;
  /** The user who asks, named to a registry that prints it on files. */
  actingUser?: string;
};

/** A longer text is not read. */
const rejectionBytesMax = 64 * 1024;

const deadlineMs = {
  read: 15_000,
  write: 15_000,
  upload: 60_000,
  generate: 60_000,
  file: 60_000,
  token: 10_000,
} as const;

/**
 * Calls one operation on a user's behalf and returns its JSON text. The
 * address is built only from the contract and the parsed input. Throws ApiError by the registry's status; a 409
 * of a write carries nothing of the registry's body.
 */
export async function callUpstream(
  upstream: Upstream,
  behalf: Behalf,
  id: EndpointId,
  input: Input,
  how: How = {},
): Promise<string> {
  const result = await exchange(upstream, behalf, id, input, how);
  const explained = result.status === 200 ? null : how.explain?.(result);
  if (explained) throw explained;
  const code = codeOfStatus(result.status, endpointOf(id).kind);
  if (code) throw new ApiError(code, code === 'upstream_busy' ? { retryAfter: 2 } : {});
  if (result.text === null) throw new ApiError('upstream_unreadable');
  return result.text;
}

/** The same call with its status as the result. Throws ApiError when there is no complete response. */
export async function exchange(
  upstream: Upstream,
  behalf: Behalf,
  id: EndpointId,
  input: Input,
  how: How = {},
): Promise<CallResult> {
  const endpoint = endpointOf(id);
  const { signal, reading } = how;
  admit(upstream);
  const startedAt = performance.now();
  try {
    const ownMs = endpoint.kind === 'download' ? upstream.reportSilentMs : deadlineMs[endpoint.kind];
    const byMs = Date.now() + (reading?.deadlineMs ?? ownMs);
    const limits = { ...how, behalf, byMs };
    const result = await requestInEverySpelling(upstream, id, input, limits);
    upstream.circuit.report(true);
    const outcome = codeOfStatus(result.status, endpoint.kind);
    noteCall(id, outcome ?? (result.text === null ? 'upstream_unreadable' : 'ok'), startedAt);
    return result;
  } catch (error) {
    // A caller's disconnect says nothing about the registry.
    if (isError(error) && !signal?.aborted) upstream.circuit.report(false);
    const known = asApiError(error);
    const outcome = isApiError(known) ? known.code : 'failed';
    noteCall(id, signal?.aborted ? 'left' : outcome, startedAt);
    throw known;
  }
}

/** A file as received; nothing of it is checked but its size. */
export type ReceivedFile = { contentType: string; disposition: string; bytes: Uint8Array };

/** The same while its bytes arrive. Read the body to the end, or drop it. */
export type ArrivingFile = Omit<ReceivedFile, 'bytes'> &
  Pick<Incoming, 'body' | 'drop'> & {
    /** Bytes of the body, where the registry says so. */
    bytes: number | null;
    /** The digest by which the registry names the file, and the range that the body is: null without one. */
    sha256: string | null;
    range: string | null;
  };

/** One range of a file that has this digest; of another one, the whole is sent. */
export type FileRange = { range: string; ifRange: string | null };

const headersOf = ({ header }: Incoming) => ({
  contentType: header('content-type') ?? '',
  disposition: header('content-disposition') ?? '',
});

/** Calls an operation of kind 'file' on a user's behalf and returns the whole file. Throws ApiError. */
export async function fetchFile(
  upstream: Upstream,
  behalf: Behalf,
  id: EndpointId,
  input: Input,
  { bytesMax, signal }: { bytesMax: number; signal?: AbortSignal },
): Promise<ReceivedFile> {
  return withFile(upstream, behalf, id, input, signal, async (response, byMs) => {
    const bytes = await readInTime(response, byMs, (body) => readBytes(body, bytesMax));
    if (!bytes) throw new ApiError('upstream_unreadable');
    return { ...headersOf(response), bytes };
  });
}

/** The same for a file of any length: its bytes are passed on as they arrive. Throws ApiError. */
export function openStoredFile(
  upstream: Upstream,
  behalf: Behalf,
  id: EndpointId,
  input: Input,
  signal?: AbortSignal,
  asked: FileRange | null = null,
): Promise<ArrivingFile> {
  const arriving = async (response: Incoming) => ({
    ...headersOf(response),
    bytes: numberOf(response.header('content-length')),
    sha256: /^"([0-9a-f]{64})"$/.exec(response.header('etag') ?? '')?.[1] ?? null,
    range: response.status === 206 ? response.header('content-range') : null,
    body: response.body,
    drop: response.drop,
  });
  return withFile(upstream, behalf, id, input, signal, arriving, asked);
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;

async function withFile<T>(
  upstream: Upstream,
  behalf: Behalf,
  id: EndpointId,
  input: Input,
  signal: AbortSignal | undefined,
  read: (response: Incoming, byMs: number) => Promise<T>,
  asked: FileRange | null = null,
): Promise<T> {
  admit(upstream);
  const startedAt = performance.now();
  try {
    const byMs = Date.now() + deadlineMs.file;
    const { path, search } = encodeRequest(endpointOf(id), input as never);
    const response = await repeated(repeatsMax.file, signal, () =>
      sendAs(upstream, behalf, id, (token) =>
        sendRequest(upstream.agent, {
          method: 'GET',
          url: { origin: upstream.origin, pathname: upstream.prefix + path, search },
          headers: {
            ...{ authorization: `Bearer ${token.value}`, accept: '*/*' },
            ...(asked && { range: asked.range }),
            ...(asked?.ifRange && { 'if-range': asked.ifRange }),
          },
          headersMs: byMs - Date.now(),
          signal,
        }),
      ),
    );
    upstream.circuit.report(true);
    const code = asked && response.status === 206 ? null : codeOfStatus(response.status, 'file');
    if (code || (response.header('content-encoding') ?? 'identity') !== 'identity') {
      response.drop();
      throw new ApiError(code ?? 'upstream_unreadable');
    }
    const result = await read(response, byMs);
    noteCall(id, 'ok', startedAt);
    return result;
  } catch (error) {
    if (isError(error) && !signal?.aborted) upstream.circuit.report(false);
    const known = asApiError(error);
    const outcome = isApiError(known) ? known.code : 'failed';
    noteCall(id, signal?.aborted ? 'left' : outcome, startedAt);
    throw known;
  }
}

/**
 * Opens the file of a validated report link on behalf of the user who requested it, by the client that requested the
 * report `id`. The file may be silent for `upstream.reportSilentMs` at a time. Throws ApiError; nothing is sent when the
 * link is not valid.
 */
export async function openFile(
  upstream: Upstream,
  behalf: Behalf,
  link: unknown,
  id: EndpointId,
): Promise<() => Promise<Source>> {
  const guarded = validateReportUrl(upstream.base, link);
  if (!guarded) throw new ApiError('upstream_link');
  return async () => {
    try {
      const byMs = Date.now() + upstream.reportSilentMs;
      const response = await repeated(repeatsMax.download, undefined, () =>
        sendAs(upstream, behalf, isAgentOperation(id) ? id : 'DownloadReport', (token) =>
          sendRequest(upstream.agent, {
            method: 'GET',
            url: guarded.url,
            headers: { authorization: `Bearer ${token.value}`, accept: '*/*' },
            headersMs: byMs - Date.now(),
            silentMs: upstream.reportSilentMs,
          }),
        ),
      );
      const code = codeOfStatus(response.status, 'download');
      if (code || (response.header('content-encoding') ?? 'identity') !== 'identity') {
        response.drop();
        throw new ApiError(code === 'not_found' ? 'upstream_failed' : (code ?? 'upstream_unreadable'));
      }
      return {
        extension: guarded.extension,
        contentType: response.header('content-type'),
        length: lengthOf(response),
        body: response.body,
      };
    } catch (error) {
      throw asApiError(error);
    }
  };
}

function lengthOf(response: Incoming): number | null {
  const text = response.header('content-length');
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function admit({ circuit }: Upstream): void {
  if (!circuit.admits()) throw new ApiError('upstream_unavailable', { retryAfter: circuit.waitSeconds() });
}

const isError = (error: unknown) =>
  isTransportError(error) || (isTokenUnavailable(error) && error.reason !== 'refused');

type Limits = How & { behalf: Behalf; byMs: number };

/**
 * Path pairs: the next form after 404 or 405. Some values: the second spelling after 400. What worked is
 * remembered per registry. Writes are sent once, in one form.
 */
async function requestInEverySpelling(
  upstream: Upstream,
  id: EndpointId,
  input: Input,
  limits: Limits,
): Promise<CallResult> {
  const endpoint = endpointOf(id);
  const known = upstream.spellings.get(id);
  const forms = pathForms(endpoint);
  const ordered = known ? [known.path, ...forms.filter((form) => form !== known.path)] : forms;
  let retry = known?.retry ?? false;
  let response: CallResult = { status: 404, text: null };
  for (const path of ordered) {
    response = await request(upstream, id, input, { path, retry }, limits);
    if (response.status === 400 && endpoint.retryOn400 && !retry) {
      const second = await request(upstream, id, input, { path, retry: true }, limits);
      if (second.status === 200) {
        response = second;
        retry = true;
      }
    }
    if (response.status === 200) upstream.spellings.set(id, { path, retry });
    if (response.status !== 404 && response.status !== 405) break;
  }
  return response;
}

const repeatsMax = { read: 2, file: 2, generate: 1, write: 0, upload: 0, download: 2, token: 0 } as const;
const gatewayStatus = new Set([502, 503, 504]);

/** Sends one spelling. Retries where that is harmless: reads and files up to twice, reports once, writes never. */
function request(
  upstream: Upstream,
  id: EndpointId,
  input: Input,
  spelling: Spelling,
  limits: Limits,
): Promise<CallResult> {
  return repeated(repeatsMax[endpointOf(id).kind], limits.signal, () =>
    requestOnce(upstream, id, input, spelling, limits),
  );
}

/** Retries after a broken connection or a gateway status, within a second of the first attempt. */
async function repeated<T extends { status: number; drop?: () => void }>(
  times: number,
  signal: AbortSignal | undefined,
  go: () => Promise<T>,
): Promise<T> {
  const startedAt = Date.now();
  for (let left = times; ; left -= 1) {
    try {
      const response = await go();
      if (!gatewayStatus.has(response.status) || left === 0) return response;
      response.drop?.();
    } catch (error) {
      const again = isTransportError(error) && error.kind !== 'timeout' && Date.now() - startedAt < 1_000;
      if (!again || left === 0 || signal?.aborted) throw error;
    }
    await pause(40 + Math.random() * 160, undefined, { signal }).catch(() => undefined);
  }
}

async function requestOnce(
  upstream: Upstream,
  id: EndpointId,
  input: Input,
  spelling: Spelling,
  { behalf, byMs, signal, reading, explain, actingUser }: Limits,
): Promise<CallResult> {
  const endpoint = endpointOf(id);
  const { method, path, search, body, file, contentType } = encodeRequest(endpoint, input as never, spelling);
  const response = await sendAs(upstream, behalf, id, (token) =>
    sendRequest(upstream.agent, {
      method,
      url: { origin: upstream.origin, pathname: upstream.prefix + path, search },
      headers: {
        authorization: `Bearer ${token.value}`,
        'content-type': contentType,
        accept: 'application/json',
        ...(actingUser && { 'x-acting-user': encodeURIComponent(actingUser) }),
      },
      body: body ?? file,
      headersMs: byMs - Date.now(),
      signal,
    }),
  );
  const { status } = response;
  if ((status !== 200 && !explain) || !isJson(response)) {
    response.drop();
    return { status, text: null };
  }
  if (status !== 200) return { status, text: await readText(response, rejectionBytesMax, byMs) };
  if (reading) return { status: 200, text: await readInTime(response, byMs, reading.read) };
  let tooLarge = false;
  const text = await readText(response, jsonBytesMax, byMs, () => {
    tooLarge = true;
  });
  if (tooLarge) throw new ApiError('upstream_too_large');
  return { status: 200, text };
}

/**
 * Writes of the agent's staff with the main client's token; reads, and what users of issuers write, with one on a user's
 * behalf, of the client for this operation.
 */
function sendAs(
  { readers, agentReaders, agentWriters, writer }: Upstream,
  behalf: Behalf,
  id: EndpointId,
  go: (token: Token) => Promise<Incoming>,
): Promise<Incoming> {
  const { kind } = endpointOf(id);
  const writes = kind === 'write' || kind === 'upload';
  if (writes && !isAgentOperation(id)) return withToken(writer, go);
  const { use } = writes ? agentWriters : isAgentOperation(id) ? agentReaders : readers;
  return use(behalf, (source, current) => withToken(source, go, current));
}
