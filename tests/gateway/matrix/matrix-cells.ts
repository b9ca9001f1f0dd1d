// Cells of the access matrix: subjects, requests and expected responses of every operation.

import { isOfAgent, type Operation } from '#tests/interface/operation';
import { beside, fields, never, operations } from '#tests/interface/operations';
import { agent, letters } from '#tests/interface/role-letters';

export const A = 1001;
export const B = 1004;
const C = 1002;
export const nowhere = 987_654;
/** Owners of the fake registry's objects: 11 belongs to A, 22 to B, 33 to C; 99 does not exist. */
export const ownerOf: Record<number, number> = { 11: A, 22: B, 33: C };

/** Who sends the request. `letter` is the role's, or empty without a valid session. */
export type Subject = { name: string; letter: string; issuers: 'all' | readonly number[]; stale?: true };

const in_ = (name: string, letter: string, issuers: Subject['issuers']): Subject => ({
  name,
  letter,
  issuers,
});
const out = (name: string): Subject => ({ name, letter: '', issuers: [] });

const named: readonly Subject[] = [
  out('anonymous'),
  out('session run out'),
  out('session left idle'),
  out('session ended'),
  out('account disabled'),
  in_('admin', 'A', 'all'),
  in_('operator', 'O', 'all'),
  { ...in_('operator, password long ago', 'O', 'all'), stale: true as const },
  in_('officer of A', 'F', [A]),
  in_('officer of A and B', 'F', [A, B]),
  in_('officer of none', 'F', []),
  in_('officer, grant run out', 'F', []),
  in_('viewer of A', 'V', [A]),
  in_('viewer of A and B', 'V', [A, B]),
  in_('downloader of A', 'D', [A]),
];

/** Each role sends requests: one without a subject above does it for issuer A, or for all where it is the agent's. */
export const subjects: readonly Subject[] = [
  ...named,
  ...Object.entries(letters)
    .filter(([, letter]) => named.every((one) => one.letter !== letter))
    .map(([role, letter]) => in_(role, letter, agent.includes(letter) ? 'all' : [A])),
];

/** The expected response. `upstream`: calls that may go out, besides the token. */
export type Expected = {
  status: number;
  code?: string;
  upstream: 'none' | 'proofs' | 'any';
  /** Expected redirect target of a form. */
  to?: RegExp;
};
export type Cell = {
  name: string;
  subject: Subject;
  operation: string;
  request: { method: string; path: string; body?: string; headers?: Record<string, string> };
  expected: Expected;
  /** Which of the subject's users sends it; any of them when absent. */
  person?: number;
};

export const yes: Expected = { status: 200, upstream: 'any' };
export const unauthenticated: Expected = { status: 401, code: 'unauthenticated', upstream: 'none' };
export const forbidden: Expected = { status: 403, code: 'forbidden', upstream: 'none' };
export const invalid: Expected = { status: 400, code: 'invalid', upstream: 'none' };
export const absent: Expected = { status: 404, code: 'not_found', upstream: 'none' };
export const csrf: Expected = { status: 403, code: 'csrf', upstream: 'none' };
export const stepUp: Expected = { status: 403, code: 'step_up_required', upstream: 'none' };

/** How the issuer is given: raw text after the field's name. `as`: the issuer meant, or why there is none. */
type Given = {
  name: string;
  as: number | 'missing' | 'null' | 'bad';
  text: (field: string) => string;
  /** Also sends a field that the interface does not have. */
  more?: true;
};

const plain = (id: number, name: string): Given => ({ name, as: id, text: (field) => `"${field}":${id}` });
const bad = (name: string, value: string): Given => ({
  name,
  as: 'bad',
  text: (field) => `"${field}":${value}`,
});
const swapped = (field: string) => (field[0] === 'c' ? `C${field.slice(1)}` : `c${field.slice(1)}`);

const ids = [plain(A, 'own'), plain(B, 'second'), plain(C, 'other'), plain(nowhere, 'non-existing')];
export const inBody: readonly Given[] = [
  ...ids,
  { name: 'absent', as: 'missing', text: () => '' },
  { name: 'null', as: 'null', text: (field) => `"${field}":null` },
  { name: 'empty', as: 'missing', text: (field) => `"${field}":""` },
  { name: 'own in another notation', as: A, text: (field) => `"${field}":1.001e3` },
  bad('text', '"1001"'),
  bad('array', '[1001]'),
  bad('array of two', '[1001,1002]'),
  bad('object', '{"$gt":0}'),
  bad('true', 'true'),
  bad('zero', '0'),
  bad('negative', '-1001'),
  bad('fraction', '1001.5'),
  bad('beyond exact numbers', '9007199254740993'),
  { name: 'twice', as: 'bad', text: (field) => `"${field}":${A},"${field}":${A}` },
  { name: 'duplicate, other last', as: 'bad', text: (field) => `"${field}":${A},"${field}":${C}` },
  { name: 'letter-case twin', as: 'bad', text: (field) => `"${field}":${A},"${swapped(field)}":${C}` },
  { name: 'system key beside', as: 'bad', text: (field) => `"${field}":${A},"SystemControlIssuerId":${C}` },
  {
    name: 'control key beside',
    as: A,
    more: true,
    text: (field) => `"${field}":${A},"controlIssuerId":${C}`,
  },
];
const query = (name: string, as: Given['as'], text: (field: string) => string): Given => ({ name, as, text });
const inQuery: readonly Given[] = [
  ...ids.map((given) => query(given.name, given.as, (field) => `${field}=${given.as}`)),
  query('absent', 'missing', () => ''),
  query('empty', 'null', (field) => `${field}=`),
  query('literal null', 'bad', (field) => `${field}=null`),
  query('undefined', 'bad', (field) => `${field}=undefined`),
  query('text', 'bad', (field) => `${field}=abc`),
  query('list', 'bad', (field) => `${field}=1001,1002`),
  query('zero before', 'bad', (field) => `${field}=01001`),
  query('exponent', 'bad', (field) => `${field}=1.001e3`),
  query('hexadecimal', 'bad', (field) => `${field}=0x3e9`),
  query('space before', 'bad', (field) => `${field}=%201001`),
  query('plus', 'bad', (field) => `${field}=%2B1001`),
  query('full-width', 'bad', (field) => `${field}=%EF%BC%91001`),
  query('negative', 'bad', (field) => `${field}=-1001`),
  query('beyond exact numbers', 'bad', (field) => `${field}=9007199254740993`),
  query('twice', 'bad', (field) => `${field}=${A}&${field}=${A}`),
  query('duplicate, other last', 'bad', (field) => `${field}=${A}&${field}=${C}`),
  query('letter-case twin', 'bad', (field) => `${field}=${A}&${swapped(field)}=${C}`),
  query('system key beside', 'bad', (field) => `${field}=${A}&SystemControlIssuerId=${C}`),
];

/** A subject's response before the request is examined, or null when the role does not decide. */
function byRole(subject: Subject, operation: Operation): Expected | null {
  if (subject.letter === '') return unauthenticated;
  if (!operation.who.includes(subject.letter)) return forbidden;
  return operation.responses === 'write' && subject.stale ? stepUp : null;
}

function byIssuer(subject: Subject, operation: Operation, { as, more }: Given): Expected {
  const rule = operation.tenant as Extract<Operation['tenant'], { by: 'issuer' }>;
  if (subject.issuers === 'all') {
    if (more) return invalid;
    // Agent operations open no issuer.
    if (as === nowhere && operation.responses === 'write' && !isOfAgent(operation))
      return { status: 403, code: 'new_issuer_unconfirmed', upstream: 'proofs' };
    if (as === nowhere) return { status: 404, code: 'not_found', upstream: 'any' };
    if (typeof as === 'number') return yes;
    return as === 'null' && rule.nullMeansAll ? yes : invalid;
  }
  if (as === 'missing' || as === 'null') return forbidden;
  if (as === 'bad') return invalid;
  if (!subject.issuers.includes(as)) return forbidden;
  return more ? invalid : yes;
}

const bodyOf = (rest: Record<string, unknown>, first: string) =>
  `{${[first, JSON.stringify(rest).slice(1, -1)].filter(Boolean).join(',')}}`;
const searchOf = (rest: Record<string, unknown>, first: string) => {
  const pairs = Object.entries(rest).map(([name, value]) => `${name}=${encodeURIComponent(`${value}`)}`);
  const parts = [first, ...pairs].filter(Boolean);
  return parts.length ? `?${parts.join('&')}` : '';
};

/** Whether its fields are in the query. */
const hasQuery = ({ method, responses }: Operation) => method === 'GET' || responses === 'upload';

const uploaded = { body: '%PDF-1.7', headers: { 'content-type': 'application/pdf' } };
const part = { body: 'PK', headers: { 'content-type': 'application/octet-stream' } };

/** A request of an operation; `first` is the raw text of its issuer field. */
function requestOf(
  operation: Operation,
  first: string,
  extra: Record<string, unknown> = {},
): Cell['request'] {
  const { method, path, rest, responses, files } = operation;
  const all = { ...rest, ...extra };
  return hasQuery(operation)
    ? {
        method,
        path: `/api/upstream${path}${searchOf(all, first)}`,
        ...(responses === 'upload' ? (files === 'part' ? part : uploaded) : {}),
      }
    : { method, path: `/api/upstream${path}`, body: bodyOf(all, first) };
}

export const isOut = (subject: Subject) => subject.letter === '';

/** The cells of a list with one member, a report of `operation`: members are decided like the report itself. */
export function ofMember(id: string, wrap: (member: string) => Cell['request']): Cell[] {
  const operation = operations[id] as Operation;
  return ofIssuer(id, operation).map((cell) => ({
    ...cell,
    name: `in an archive: ${cell.name}`,
    operation: 'batch',
    request: wrap(`{"report":"${id}","input":${cell.request.body}}`),
    // The work runs after the response; it is then that an unknown issuer is noticed.
    expected: cell.expected.status === 404 ? yes : cell.expected,
  }));
}

function ofIssuer(id: string, operation: Operation): Cell[] {
  const rule = operation.tenant as Extract<Operation['tenant'], { by: 'issuer' }>;
  const isQuery = hasQuery(operation);
  const variants = isQuery ? inQuery : inBody;
  return subjects.flatMap((subject) =>
    variants
      // Without a session no request is examined: three cells are enough.
      .filter(({ name }) => !isOut(subject) || ['own', 'other', 'absent'].includes(name))
      // The holder it names has an account at one issuer only.
      .filter(({ name }) => name !== 'second' || id !== 'GetHolderChanges')
      .map((given) => ({
        name: `${subject.name} · ${id} · issuer ${given.name}`,
        subject,
        operation: id,
        request: requestOf(operation, given.text(rule.field)),
        expected: byRole(subject, operation) ?? byIssuer(subject, operation, given),
      })),
  );
}

type Named = { name: string; as: number | 'bad'; text: (field: string) => string };

/** How the object is given; a holder's ID is text, the others are numbers. */
function objectForms(kind: string, isQuery: boolean): Named[] {
  const say = (name: string, as: Named['as'], value: string): Named => ({
    name,
    as,
    text: (field) => (isQuery ? `${field}=${value}` : `"${field}":${value}`),
  });
  const value = (id: number) => (kind === 'holder' ? `H-${id}` : `${id}`);
  const join = (...parts: string[]) => parts.join(isQuery ? '&' : ',');
  const one = (field: string, id: number) => say('', id, value(id)).text(field);
  return [
    say('own', 11, value(11)),
    say('second', 22, value(22)),
    say('other', 33, value(33)),
    say('non-existing', 99, value(99)),
    { name: 'absent', as: 'bad', text: () => '' },
    say('empty', 'bad', isQuery ? '' : '""'),
    { name: 'twice', as: 'bad', text: (field) => join(one(field, 11), one(field, 33)) },
    { name: 'letter-case twin', as: 'bad', text: (field) => join(one(field, 11), one(swapped(field), 33)) },
    {
      name: 'an issuer beside',
      as: 'bad',
      text: (field) => join(one(field, 11), isQuery ? `customerIssuerId=${A}` : `"customerIssuerId":${A}`),
    },
    ...(isQuery ? [] : [say('null', 'bad', 'null'), say('text', 'bad', '"11"'), say('array', 'bad', '[11]')]),
  ];
}

function ofObject(id: string, operation: Operation): Cell[] {
  const rule = operation.tenant as Extract<Operation['tenant'], { by: 'object' }>;
  const expectedOf = (subject: Subject, as: Named['as']): Expected => {
    if (as === 'bad') return invalid;
    if (subject.issuers === 'all') return as === 99 ? { ...absent, upstream: 'any' } : yes;
    if (subject.issuers.includes(ownerOf[as] ?? 0)) return yes;
    return { ...absent, upstream: subject.issuers.length === 0 ? 'none' : 'proofs' };
  };
  return subjects.flatMap((subject) =>
    objectForms(rule.kind, operation.method === 'GET').map(({ name, as, text }) => ({
      name: `${subject.name} · ${id} · ${rule.kind} ${name}`,
      subject,
      operation: id,
      request: requestOf(operation, text(rule.field)),
      expected: byRole(subject, operation) ?? expectedOf(subject, as),
    })),
  );
}

/**
 * A holder beside the issuer: for users bound to issuers it must belong to that issuer, according to the
 * registry's lists.
 */
function ofHolder(id: string, name: string): Cell[] {
  const operation = operations[id] as Operation;
  const { field } = operation.tenant as Extract<Operation['tenant'], { by: 'issuer' }>;
  const isQuery = operation.method === 'GET';
  const say = (key: string, value: unknown) =>
    isQuery ? `${key}=${value}` : `"${key}":${JSON.stringify(value)}`;
  const forms: [number, string, number | 'bad', readonly string[]][] = [
    ...[11, 22, 33, 99].map((one): [number, string, number, string[]] => [
      A,
      `${one}`,
      one,
      [say(name, `H-${one}`)],
    ]),
    [B, '22', 22, [say(name, 'H-22')]],
    [B, '11', 11, [say(name, 'H-11')]],
    [A, 'empty', 'bad', [say(name, '')]],
    [A, 'twice', 'bad', [say(name, 'H-11'), say(name, 'H-33')]],
    [A, 'letter-case twin', 'bad', [say(name, 'H-11'), say(swapped(name), 'H-33')]],
  ];
  const expectedOf = (subject: Subject, issuer: number, holder: number | 'bad', which: string): Expected => {
    // A body with a repeated name is invalid, whoever sends it.
    if (which === 'twice' && !isQuery) return invalid;
    if (subject.issuers !== 'all' && !subject.issuers.includes(issuer)) return forbidden;
    if (holder === 'bad') return invalid;
    return subject.issuers === 'all' || ownerOf[holder] === issuer ? yes : { ...absent, upstream: 'proofs' };
  };
  return subjects.flatMap((subject) =>
    forms.map(([issuer, which, holder, texts]) => ({
      name: `${subject.name} · ${id} · issuer ${issuer} · holder ${which}`,
      subject,
      operation: id,
      request: requestOf(operation, [say(field, issuer), ...texts].join(isQuery ? '&' : ',')),
      expected: byRole(subject, operation) ?? expectedOf(subject, issuer, holder, which),
    })),
  );
}

function ofNone(id: string, operation: Operation): Cell[] {
  return subjects.flatMap((subject) => [
    {
      name: `${subject.name} · ${id}`,
      subject,
      operation: id,
      request: requestOf(operation, ''),
      expected: byRole(subject, operation) ?? yes,
    },
    {
      name: `${subject.name} · ${id} · an issuer that is not asked for`,
      subject,
      operation: id,
      request: requestOf(operation, '', { customerIssuerId: C }),
      expected: byRole(subject, operation) ?? invalid,
    },
  ]);
}

const say = (id: string) => {
  const operation = operations[id] as Operation;
  const { tenant } = operation;
  const first =
    tenant.by === 'issuer' ? `"${tenant.field}":${A}` : tenant.by === 'object' ? `"${tenant.field}":11` : '';
  return { operation, request: requestOf(operation, hasQuery(operation) ? '' : first) };
};

/** Cross-site requests, and the wrong method: for every role and issuer. */
function ofForm(id: string): Cell[] {
  const { operation, request } = say(id);
  return subjects.flatMap((subject) => {
    const cell = (name: string, changed: object, expected: Expected): Cell => ({
      name: `${subject.name} · ${id} · ${name}`,
      subject,
      operation: id,
      request: { ...request, ...changed },
      expected: isOut(subject) ? unauthenticated : expected,
    });
    const isGet = operation.method === 'GET';
    // Two operations may share a path.
    const isShared = Object.values(operations).some(
      ({ path, method }) => path === operation.path && method !== operation.method,
    );
    const other = isGet
      ? cell('by POST', { method: 'POST', body: '{}' }, absent)
      : cell('by GET', { method: 'GET', body: undefined }, absent);
    const others = isShared ? [] : [other];
    if (isGet) return others;
    return [
      ...others,
      cell('without our header', { headers: { 'x-sharebook': '' } }, csrf),
      cell('from another origin', { headers: { origin: 'https://evil.test' } }, csrf),
    ];
  });
}

function ofFields(): Cell[] {
  return fields.flatMap(([id, field, who, reason]) =>
    subjects
      .filter(({ issuers }) => issuers === 'all' || issuers.includes(A))
      .flatMap((subject): Cell[] => {
        const operation = operations[id] as Operation;
        const rule = operation.tenant as Extract<Operation['tenant'], { by: 'issuer' }>;
        const request = requestOf(operation, `"${rule.field}":${A}`, { [field]: true });
        const may = who.includes(subject.letter);
        const base = { subject, operation: id, request };
        const bare = !may ? forbidden : !reason ? yes : subject.stale ? stepUp : invalid;
        const cells = [{ ...base, name: `${subject.name} · ${id} · ${field}`, expected: bare }];
        if (!reason) return cells;
        const headers = { 'x-sharebook-reason': 'asked by the auditor' };
        const expected = may && !subject.stale ? yes : bare;
        return [
          ...cells,
          {
            ...base,
            name: `${subject.name} · ${id} · ${field}, with a reason`,
            request: { ...request, headers },
            expected,
          },
        ];
      }),
  );
}

/** Every cell of the gateway's matrix. */
export function gatewayCells(): Cell[] {
  const walks = { issuer: ofIssuer, object: ofObject, rows: ofNone, none: ofNone };
  return [
    ...Object.entries(operations).flatMap(([id, operation]) => walks[operation.tenant.by](id, operation)),
    ...Object.entries(beside).flatMap(([id, name]) => ofHolder(id, name)),
    ...Object.keys(operations).flatMap(ofForm),
    ...ofFields(),
    ...subjects.flatMap((subject) =>
      never.map(([method, path]) => ({
        name: `${subject.name} · ${method} ${path}`,
        subject,
        operation: 'none',
        request: { method, path: `/api/upstream${path}`, ...(method === 'POST' ? { body: '{}' } : {}) },
        expected: isOut(subject) ? unauthenticated : absent,
      })),
    ),
  ];
}
