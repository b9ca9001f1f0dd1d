// Types of a contract entry, and the types of request and response that follow from it.

import type { z } from 'zod';
import type { MediaType, partType } from './upload-limits.ts';

/** How the issuer of a call is known: which request field names it, and what null means. */
export type IssuerRule =
  /** The field holds one customerIssuerId; `null` says whether null may request all issuers. */
  | { by: 'field'; field: string; null: 'all' | 'refused' }
  /** The call names only an object; the gateway must first verify that it belongs to the issuer. */
  | { by: 'object'; field: string; object: 'holder' | 'transaction' | 'proxy' | 'dividend' }
  /** The response covers several issuers and must be filtered by this field of each row. */
  | { by: 'rows'; field: string }
  /** No issuer (token, agent-wide report, file, holder write). */
  | { by: 'none' };

export type Paging = { start: string; rows: string; items: string; total: string };

/**
 * Who may call an operation through a dashboard; lib/access/policy.ts says what each means for a role. 'server':
 * nobody, because only servers call it.
 */
export type Access =
  | 'everyone'
  | 'staff'
  | 'agent'
  | 'item documents'
  | 'agent enters'
  | 'agent writes'
  | 'issuer requests'
  | 'issuer asks'
  | 'statement'
  | 'contact list'
  | 'server';

export type Section =
  | 'Report'
  | 'Transaction'
  | 'Shareholder'
  | 'Issuer'
  | 'Proxy'
  | 'Dividend'
  | 'Certificate'
  | 'Authentication'
  | 'Agent';

/**
 * Menu data of an operation that creates a file. `asOf` names the request field that dates the report, null for
 * a range.
 */
export type ReportFacts = {
  title: string;
  job: 'auditor' | 'meeting' | 'tax' | 'regulator' | 'mailing' | 'board';
  formats: readonly ('PDF' | 'XLSX')[];
  asOf: string | null;
};

/**
 * Request fields that mean the same: any may be given, all given must agree, `send` are the ones written
 * upstream.
 */
export type FieldAliases = { names: readonly [string, ...string[]]; send: readonly string[] };

/** Rewrites the wire fields (query or body, exact names) just before they are sent. */
export type Rewrite = (fields: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * One operation of the interface as data. Wire names are exact. Routing, gateway, client, forms, OpenAPI and
 * tests are all derived from these values.
 */
export type Endpoint = {
  section: Section;
  method: 'GET' | 'POST';
  /** Path below {base_url}; path parameters in braces. */
  path: string;
  /**
   * Other paths of the same operation. The registry accepts them; the forwarder tries them after 404 or 405.
   */
  aliases?: readonly string[];
  /**
   * 'upload': a write whose body is a file (upload.ts), with its facts in the query. 'file': answers such a file as an
   * attachment.
   */
  kind: 'read' | 'generate' | 'write' | 'upload' | 'file' | 'download' | 'token';
  /** Files of kind 'upload' and 'file' (upload.ts): documents by default; parts of a large one; workbooks and ZIP. */
  files?: 'documents' | 'parts' | 'sheets';
  access: Access;
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
  /** Response fields with contact data or tax IDs, as dotted paths with [] for arrays; redacted by role. */
  sensitive?: { contact?: readonly string[]; taxId?: readonly string[] };
  /** Request fields that only some roles may set to true, or to 'Full' (`requestsPersonal`). */
  privileged?: {
    taxId?: readonly string[];
    contact?: readonly string[];
    address?: readonly string[];
    accessCode?: readonly string[];
    invoice?: readonly string[];
  };
  /**
   * The request field that says which personal data a file made before has: with all of it, it needs the right to make
   * such a file, but no recent sign-in.
   */
  personalFile?: string;
  fieldAliases?: readonly FieldAliases[];
  /** Groups of request fields of which at least one must be given and not null. */
  oneOf?: readonly (readonly string[])[];
  /** Request objects that hold createdByEmail, createdByFirstName, createdByLastName; '' is the body itself. */
  author?: readonly string[];
  /** How typed values are spelled when sent upstream. */
  send?: Rewrite;
  /** The second spelling, tried once when upstream answers 400 to the first. */
  retryOn400?: Rewrite;
  example: { request?: Readonly<Record<string, unknown>>; response?: unknown };
};

/** Whether the value of a privileged field requests what only some roles may have: yes, or the variant with everything. */
export const requestsPersonal = (value: unknown): boolean => value === true || value === 'Full';

/** Keeps the literal type of an endpoint while checking its shape. */
export function endpoint<const E extends Endpoint>(value: E): E {
  return value;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : unknown;
type Given<S> = S extends z.ZodType ? z.input<S> : unknown;
type Part<E, K extends string> = E extends { [key in K]: infer S } ? S : undefined;

/** The file of an upload. */
export type UploadedFile<T extends MediaType | typeof partType = MediaType> = { mediaType: T; body: Buffer };

type IfUpload<E, T> = E extends { kind: 'upload' } ? T : unknown;

/** The parsed request of an endpoint: params, query and body merged, as handlers and reports receive it. */
export type RequestOf<E extends Endpoint> = Parsed<Part<E, 'params'>> &
  Parsed<Part<E, 'query'>> &
  Parsed<Part<E, 'body'>> &
  IfUpload<E, UploadedFile<E extends { files: 'parts' } ? typeof partType : MediaType>>;

/** What a caller may pass: fields with defaults may be left out. */
export type InputOf<E extends Endpoint> = Given<Part<E, 'params'>> &
  Given<Part<E, 'query'>> &
  Given<Part<E, 'body'>> &
  IfUpload<E, { file: Blob }>;

export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

type Exact<T> = T extends number
  ? T | bigint
  : T extends readonly (infer Item)[]
    ? Exact<Item>[]
    : T extends object
      ? { [K in keyof T]: Exact<T[K]> }
      : T;

/** What a handler may return: as the response, but any number may be a bigint, written digit for digit. */
export type ExactResponseOf<E extends Endpoint> = Exact<ResponseOf<E>>;
