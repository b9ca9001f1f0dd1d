// HTTP client for the read operations of another registry: token, rate, pauses and limits.

import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { contract, type EndpointId, endpointOf, type InputFor, type ResponseFor } from '#lib/contract/index';
import { encodeRequest, pathForms, readJson } from '#lib/contract/wire/index';
import { NotThere, PullStopped, TooLarge } from './errors.ts';
import { type HttpLimits, type HttpResponse, NoResponse, send, usualLimits } from './http.ts';
import { notPublic, refusedCode } from './public-address.ts';

/** Operations that only read. */
export type ReadId = Extract<
  EndpointId,
  | 'GetTransferAgentIssuers'
  | 'GetIssuerSecurityTypes'
  | 'GetIssuerActiveCertificateDefinitions'
  | 'GetIssuerBalance'
  | 'GetShareholderDetailsList'
  | 'GetShareholderDetails'
  | 'GetIssuerShareholderDetails'
  | 'GetHoldingCertificates'
  | 'GetShareholderCapTable'
  | 'GetOwnershipPercentage'
  | 'GetDilutedPercentage'
  | 'GenerateTransactionList'
  | 'GetTAStatusTransactions'
  | 'GetProxyList'
  | 'GetDividendList'
>;

export type Credentials = { clientId: string; clientSecret: string };

export type ClientOptions = {
  /** Address of the other registry, {base_url} of its interface. */
  base: URL;
  credentials: Credentials;
  dispatcher: Dispatcher;
  ratePerSecond: number;
  limits?: Partial<HttpLimits>;
  /** Milliseconds before the first repetition; it doubles with each further failure. */
  firstPauseMs?: number;
  /** Called before a pause of a second or more. */
  onPause?: (why: string, ms: number) => void;
  /** Called after each response. */
  onResponse?: () => void;
  /** Ends requests and pauses at once. */
  signal?: AbortSignal;
  /** Limits of all requests together; none where they are left out. */
  all?: { requestsMax: number; bytesMax: number };
};

export type RemoteClient = {
  /** Asks once more after failures that may pass; the text of a sound response. Throws PullStopped. */
  ask<Id extends ReadId>(id: Id, input: InputFor<Id>): Promise<string>;
};

/** After so many failures in a row nothing more is sent. */
const failuresMax = 10;
const longestPauseMs = 60_000;
/** A longer pause than this is left to whoever runs the command. */
const longestRetryAfterMs = 10 * 60_000;
const tokenLimits = { headersMs: 10_000, pieceMs: 10_000, wholeMs: 20_000, bytesMax: 64 * 1024 };

/** The text of a response as its operation gives it. Throws PullStopped that names what is wrong with it. */
export function parseResponse<Id extends ReadId>(id: Id, text: string): ResponseFor<Id> {
  let value: unknown;
  try {
    value = readJson(text);
  } catch {
    throw new PullStopped(`${id} gave a response that is not JSON.`);
  }
  const parsed = contract[id].response.safeParse(value);
  if (parsed.success) return parsed.data as ResponseFor<Id>;
  const [issue] = parsed.error.issues;
  const at = issue!.path.map(String).join('.') || 'the response';
  throw new PullStopped(
    `${id} gave a response that is not as the interface has it: ${at}: ${issue!.message}.`,
    true,
  );
}

/** One request at a time, at most `ratePerSecond`; a pause that the other registry asks for is kept. */
export function openClient(options: ClientOptions): RemoteClient {
  const {
    base,
    credentials,
    dispatcher,
    ratePerSecond,
    firstPauseMs = 500,
    onPause,
    signal,
    all,
    onResponse,
  } = options;
  const limits = { ...usualLimits, ...options.limits };
  const prefix = base.pathname.endsWith('/') ? base.pathname.slice(0, -1) : base.pathname;
  const gapMs = 1000 / ratePerSecond;
  let nextAt = 0;
  let failures = 0;
  let requests = 0;
  let bytes = 0;
  let token: string | undefined;
  /** The spelling of an operation that worked. */
  const spellings = new Map<ReadId, { path: string; retry: boolean }>();

  async function sendInTurn(
    path: string,
    outgoing: Parameters<typeof send>[2],
    within: HttpLimits,
  ): Promise<HttpResponse> {
    const wait = nextAt - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
    if (signal?.aborted) throw new PullStopped('The pull was stopped.');
    requests += 1;
    if (all && (requests > all.requestsMax || bytes > all.bytesMax))
      throw new PullStopped(
        `The register needs more than ${all.requestsMax} requests or ${all.bytesMax} bytes. Pull it with the command registry:import.`,
        true,
      );
    nextAt = performance.now() + gapMs;
    const response = await send(dispatcher, new URL(base.origin + prefix + path), outgoing, within, signal);
    bytes += Buffer.byteLength(response.text);
    onResponse?.();
    return response;
  }

  /** Counts a failure and waits before the next attempt. */
  async function afterFailure(why: string, retryAfter: string | null = null): Promise<void> {
    failures += 1;
    if (failures >= failuresMax)
      throw new PullStopped(`${why} This happened ${failuresMax} times in a row, so nothing more was asked.`);
    const asked = retryAfter === null ? 0 : retryAfterMs(retryAfter, Date.now());
    if (asked > longestRetryAfterMs)
      throw new PullStopped(`${why} The other registry asks to wait ${Math.ceil(asked / 1000)} s.`);
    const ms = Math.max(asked, Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)));
    if (ms >= 1000) onPause?.(why, ms);
    nextAt = Math.max(nextAt, performance.now() + ms);
  }

  /** Sends until there is a response that is not a passing failure. */
  async function answered(
    what: string,
    attempt: () => Promise<HttpResponse>,
    isBroken: (text: string) => boolean,
  ): Promise<HttpResponse> {
    for (;;) {
      let response: HttpResponse;
      try {
        response = await attempt();
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error;
        if (signal?.aborted) throw new PullStopped('The pull was stopped.');
        if (error.message === refusedCode) throw new PullStopped(notPublic, true);
        await afterFailure(`${what} got no whole response: ${error.message}.`);
        continue;
      }
      const { status, retryAfter, text } = response;
      if (status === 429 || status === 408 || status >= 500) {
        await afterFailure(`${what} was answered with status ${status}.`, retryAfter);
        continue;
      }
      if (status === 200 && isBroken(text)) {
        await afterFailure(`${what} gave a response that is not JSON.`);
        continue;
      }
      failures = 0;
      return response;
    }
  }

  async function newToken(): Promise<string> {
    const { clientId: client_id, clientSecret: client_secret } = credentials;
    const { path, body, contentType } = encodeRequest(contract.Token, {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
    });
    const outgoing = { method: 'POST', headers: { 'content-type': contentType }, body } as const;
    const { status, text } = await answered(
      'The token request',
      () => sendInTurn(path, outgoing, { ...limits, ...tokenLimits }),
      (given) => !isJson(given),
    );
    if (status === 400 || status === 401 || status === 403)
      throw new PullStopped('The other registry does not accept the client id and secret.', true);
    const given = status === 200 ? contract.Token.response.safeParse(readJson(text)) : undefined;
    // A header takes visible characters only.
    if (!given?.success || !/^[!-~]{1,16384}$/.test(given.data.access_token))
      throw new PullStopped(`The token request was answered with status ${status} and no token.`, true);
    return given.data.access_token;
  }

  /** One spelling of an operation; a token that is no longer good is replaced once. */
  async function inSpelling(id: ReadId, path: string, input: never, retry: boolean): Promise<HttpResponse> {
    const encoded = encodeRequest(endpointOf(id), input, { path, retry });
    for (let renewed = false; ; renewed = true) {
      token ??= await newToken();
      const headers = { authorization: `Bearer ${token}`, 'content-type': encoded.contentType };
      const response = await answered(
        id,
        () =>
          sendInTurn(
            encoded.path + encoded.search,
            { method: encoded.method, headers, body: encoded.body },
            limits,
          ),
        (text) => !isJson(text),
      );
      if (response.status !== 401 || renewed) return response;
      token = undefined;
    }
  }

  return {
    async ask(id, input) {
      const given = requestOf(id, input);
      const known = spellings.get(id);
      const forms = pathForms(endpointOf(id));
      const ordered = known ? [known.path, ...forms.filter((form) => form !== known.path)] : forms;
      let response: HttpResponse | undefined;
      for (const path of ordered) {
        response = await inSpelling(id, path, given, known?.retry ?? false);
        let retry = known?.retry ?? false;
        if (response.status === 400 && endpointOf(id).retryOn400 && !retry) {
          retry = true;
          response = await inSpelling(id, path, given, retry);
        }
        if (response.status === 200) spellings.set(id, { path, retry });
        if (response.status !== 404 && response.status !== 405) break;
      }
      const { status, text } = response!;
      if (status === 200) return text;
      throw rejectionOf(id, status, text);
    },
  };
}

/** The input with its defaults, as the operation's own schemas have it. */
function requestOf<Id extends ReadId>(id: Id, input: InputFor<Id>): never {
  const { query, body } = endpointOf(id);
  return { ...query?.parse(input), ...body?.parse(input) } as never;
}

function rejectionOf(id: ReadId, status: number, text: string): PullStopped {
  const reason = reasonOf(text);
  if (status === 401)
    return new PullStopped(`${id} was answered with status 401, with a token that was just given.`, true);
  if (status === 403) return new PullStopped(`The client may not read ${id}.${reason}`, true);
  if (status === 404 || status === 405)
    return new NotThere(`${id} was answered with status ${status}.${reason}`, true);
  if (status === 413) return new TooLarge(`${id} was answered with status 413.`);
  return new PullStopped(`${id} was answered with status ${status}.${reason}`, true);
}

/** What the other registry says about a rejection; its interface does not show such bodies. */
function reasonOf(text: string): string {
  try {
    const { message } = readJson(text) as { message?: unknown };
    return typeof message === 'string' ? ` It says: ${plain(message)}` : '';
  } catch {
    return '';
  }
}

const plain = (text: string) => text.replace(/\p{Cc}/gu, ' ').slice(0, 300);

function isJson(text: string): boolean {
  try {
    readJson(text);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds that a Retry-After header asks for: seconds, or a time. 0 where it cannot be read. */
export function retryAfterMs(header: string, now: number): number {
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
