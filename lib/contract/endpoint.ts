import type { z } from 'zod';

/** How the tenancy of a call is known: which request field names the issuer, and what null means (decisions, "Where the interface is silent"). */
export type IssuerRule =
  /** The wire field holds one customerIssuerId; `null` tells whether all issuers may be asked for. */
  | { by: 'field'; field: string; null: 'all' | 'refused' }
  /** The call names an object only; the issuer must be proved through it first (assurance §2.3b, T-05 to T-11). */
  | { by: 'object'; field: string; object: 'holder' | 'transaction' | 'proxy' | 'dividend' }
  /** The answer spans issuers and must be filtered row by row on this response field. */
  | { by: 'rows'; field: string }
  /** No issuer at all (token, agent-wide report, file, holder write). */
  | { by: 'none' };

export type Paging = { start: string; rows: string; items: string; total: string };

export type Section =
  | 'Report'
  | 'Transaction'
  | 'Shareholder'
  | 'Issuer'
  | 'Proxy'
  | 'Dividend'
  | 'Certificate'
  | 'Authentication';

/** Menu facts of a file-producing operation; `asOf` names the request field that dates the report, null for a range. */
export type ReportFacts = {
  title: string;
  job: 'auditor' | 'meeting' | 'tax' | 'regulator' | 'mailing' | 'board';
  formats: readonly ('PDF' | 'XLSX')[];
  asOf: string | null;
};

/** Request fields that mean the same: any may be given, all given must agree, `send` are the ones we write upstream. */
export type Twins = { names: readonly [string, ...string[]]; send: readonly string[] };

/** Rewrites the wire fields (query or body, exact names) just before they are written. */
export type Rewrite = (fields: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * One operation of the interface as data. Wire names are exact; everything else (routing, gateway, client, forms,
 * OpenAPI, tests) is a walk over these values.
 */
export type Endpoint = {
  section: Section;
  method: 'GET' | 'POST';
  /** Path below {base_url}; path parameters in braces. */
  path: string;
  /** Other spellings of the same operation, accepted by the registry, tried by the forwarder on 404/405 (decisions). */
  aliases?: readonly string[];
  kind: 'read' | 'generate' | 'write' | 'download' | 'token';
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON body, but form-encoded for kind 'token'. */
  body?: z.ZodObject;
  response: z.ZodType;
  issuer: IssuerRule;
  report?: ReportFacts;
  paging?: Paging;
  /** Response fields that carry contact data or tax ids, as dotted paths with [] for arrays; the gateway redacts by role. */
  sensitive?: { contact?: readonly string[]; taxId?: readonly string[] };
  /** Request fields that only some roles may set to true (assurance §2.4, rulings 2 and 9). */
  privileged?: {
    taxId?: readonly string[];
    contact?: readonly string[];
    address?: readonly string[];
    accessCode?: readonly string[];
    invoice?: readonly string[];
  };
  twins?: readonly Twins[];
  /** Groups of request fields of which at least one must be given and not null (domain §15 row 30). */
  oneOf?: readonly (readonly string[])[];
  /** Request objects that hold createdByEmail, createdByFirstName, createdByLastName; '' is the body itself (ruling 7). */
  author?: readonly string[];
  /** How our typed values are spelt when sent upstream. */
  send?: Rewrite;
  /** The second spelling to try, once, when upstream answers 400 to the first (ruling 15, DRS filter). */
  retryOn400?: Rewrite;
  example: { request?: Readonly<Record<string, unknown>>; response?: unknown };
};

/** Keeps the literal type of an endpoint while checking its shape. */
export function endpoint<const E extends Endpoint>(value: E): E {
  return value;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : unknown;
type Given<S> = S extends z.ZodType ? z.input<S> : unknown;
type Part<E, K extends string> = E extends { [key in K]: infer S } ? S : undefined;

/** The parsed request of an endpoint: params, query and body merged, as handlers and reports receive it. */
export type RequestOf<E extends Endpoint> = Parsed<Part<E, 'params'>> &
  Parsed<Part<E, 'query'>> &
  Parsed<Part<E, 'body'>>;

/** What a caller may give: defaults may be left out. */
export type InputOf<E extends Endpoint> = Given<Part<E, 'params'>> &
  Given<Part<E, 'query'>> &
  Given<Part<E, 'body'>>;

export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

type Exact<T> = T extends number
  ? T | bigint
  : T extends readonly (infer Item)[]
    ? Exact<Item>[]
    : T extends object
      ? { [K in keyof T]: Exact<T[K]> }
      : T;

/** What a handler may return: as the response, but any number may be a bigint, written digit for digit. */
export type AnswerOf<E extends Endpoint> = Exact<ResponseOf<E>>;
