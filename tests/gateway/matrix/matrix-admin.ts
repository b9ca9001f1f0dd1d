// Cells of the access matrix: revealing tax ids, the audit trail, accounts of other users.

import { agentAndOfficers } from '#tests/interface/role-letters';
import {
  A,
  absent,
  B,
  type Cell,
  csrf,
  type Expected,
  forbidden,
  inBody,
  invalid,
  isOut,
  nowhere,
  type Subject,
  stepUp,
  subjects,
  unauthenticated,
  yes,
} from './matrix-cells.ts';

/** Roles that may reveal one tax ID at a time, and who may administer. */
const revealing = agentAndOfficers;
const administering = 'A';

const objects: Record<string, number> = { 'H-11': A, 'H-22': B, 'H-33': 1002 };

function ofReveal(): Cell[] {
  const good = '"field":"primaryTaxId","reason":"asked by the holder"';
  const request = (holder: string, first: string, rest = good) => ({
    method: 'POST',
    path: `/api/holders/${holder}/tax-id/reveal`,
    body: `{${[first, rest].filter(Boolean).join(',')}}`,
  });
  const cell = (subject: Subject, name: string, way: Cell['request'], expected: Expected): Cell => ({
    name: `${subject.name} · reveal · ${name}`,
    subject,
    operation: 'reveal',
    request: way,
    expected: isOut(subject) ? unauthenticated : revealing.includes(subject.letter) ? expected : forbidden,
  });
  const shown = (subject: Subject, holder: string, issuer: number): Expected => {
    if (subject.issuers !== 'all' && !subject.issuers.includes(issuer as never)) return forbidden;
    if (subject.stale) return stepUp;
    if (objects[holder] === issuer) return yes;
    return { ...absent, upstream: issuer === nowhere ? 'any' : 'proofs' };
  };
  return subjects.flatMap((subject) => [
    ...inBody
      // An extra field is refused before anything else here.
      .filter(({ more }) => !more)
      .map(({ name, as, text }) => {
        const missing = subject.issuers === 'all' ? invalid : forbidden;
        const none = as === 'missing' || as === 'null' ? missing : invalid;
        const expected = typeof as === 'number' ? shown(subject, 'H-11', as) : none;
        return cell(subject, `issuer ${name}`, request('H-11', text('issuer')), expected);
      }),
    ...['H-22', 'H-33', 'H-99', 'H-11%2f..', '*'].map((holder) =>
      cell(subject, `holder ${holder} of A`, request(holder, `"issuer":${A}`), shown(subject, holder, A)),
    ),
    ...[
      ['no reason', '"field":"primaryTaxId"'],
      ['another field', '"field":"primaryAddress","reason":"asked by the holder"'],
      ['a field too many', `${good},"role":"ta-admin"`],
    ].map(([name = '', rest]) => cell(subject, name, request('H-11', `"issuer":${A}`, rest), invalid)),
    {
      ...cell(subject, 'from another site', request('H-11', `"issuer":${A}`), csrf),
      request: { ...request('H-11', `"issuer":${A}`), headers: { 'sec-fetch-site': 'cross-site' } },
      expected: isOut(subject) ? unauthenticated : csrf,
    },
  ]);
}

type Way = readonly [name: string, request: Cell['request'], forAdmins: Expected];

const post = (path: string, body: string) => ({ method: 'POST', path, body });
const nobody = '00000000-0000-4000-8000-000000000000';

function onlyAdmins(ways: readonly Way[]): Cell[] {
  return ways.flatMap(([name, request, forAdmins]) =>
    subjects.map((subject) => ({
      name: `${subject.name} · ${name}`,
      subject,
      operation: 'own',
      request,
      expected: isOut(subject)
        ? unauthenticated
        : administering.includes(subject.letter)
          ? forAdmins
          : forbidden,
    })),
  );
}

/** The reveal of a tax ID, and the audit trail: route handlers below lib/upstream. */
export function adminCells(): Cell[] {
  return [
    ...ofReveal(),
    ...onlyAdmins([
      ['trail', { method: 'GET', path: '/api/audit' }, yes],
      ['trail of an issuer that is none', { method: 'GET', path: '/api/audit?issuer=x' }, invalid],
      ['file of the trail', { method: 'GET', path: '/api/audit/file?format=csv' }, yes],
      ['proof of the trail', { method: 'GET', path: '/api/audit/proof' }, yes],
    ]),
  ];
}

/** Accounts of other users: routes that only the built program has. */
export function accountCells(): Cell[] {
  return onlyAdmins([
    ['inviting with nothing filled in', post('/api/accounts', '{}'), invalid],
    ['changing nobody', post(`/api/accounts/${nobody}`, '{"action":"disable"}'), absent],
    ['allowing sending with nothing filled in', post('/api/settings/sending', '{}'), invalid],
    ['changing nothing that is an account', post('/api/accounts/1', '{"action":"disable"}'), absent],
  ]);
}
