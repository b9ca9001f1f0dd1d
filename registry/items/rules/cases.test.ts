import { describe, expect, test } from 'vitest';
import { caseCode, documentKind, rejectionReason } from '#lib/contract/agent/values';
import { transferKinds } from '#registry/ledger/core/sub-kinds';
import {
  type CaseRule,
  caseRules,
  changesHolder,
  keepsAcquisitionDate,
  kindRules,
  setB,
  subKindOf,
} from './cases.ts';
import { requiredDocuments } from './papers/documents.ts';
import { accountFor, papersFor } from './papers-for-tests.ts';

const rows = Object.entries(caseRules) as [keyof typeof caseRules, CaseRule][];
const requirements = [
  ...setB,
  ...[...Object.values(caseRules), ...Object.values(kindRules)].flatMap((row) => row.documents),
];

test('there is a row for each case', () => {
  expect(rows.map(([code]) => code)).toEqual(caseCode.options);
});

test('every purpose of the ledger belongs to a case', () => {
  const used = new Set(rows.flatMap(([, row]) => row.subKinds));
  expect([...used].sort()).toEqual(Object.keys(transferKinds).sort());
});

test('requirements and rejections are of the contract; a requirement can be met', () => {
  for (const one of requirements) {
    expect(documentKind.options).toEqual(expect.arrayContaining([...one.anyOf]));
    expect(rejectionReason.options).toEqual(expect.arrayContaining([...one.reasons]));
    expect(one.anyOf.length > 0 || one.unless !== undefined).toBe(true);
    // 'Missing: {name}.'
    expect(one.name).toMatch(/^[a-zF].*[^.]$/);
  }
  for (const [, row] of rows) {
    expect(rejectionReason.options).toEqual(expect.arrayContaining([...row.rejections]));
  }
});

test.each(rows)('%s: set B only where shares go to another account, and then somebody signs', (_, row) => {
  if (!row.setB) return;
  expect(changesHolder(row)).toBe(true);
  expect(row.signers).not.toBeNull();
});

describe('purpose', () => {
  test('the only one, or the one that the content names', () => {
    expect(subKindOf('Sale', null)).toBe('Sale');
    expect(subKindOf('FromTrust', '')).toBe('Re-registration');
    expect(subKindOf('FromTrust', 'Sale')).toBe('Sale');
    expect(subKindOf('Sale', 'Gift')).toBeNull();
  });
});

describe('acquisition date', () => {
  test.each([
    ['Sale', 'Sale', 'N', false],
    ['Gift', 'Gift', 'N', true],
    ['Estate', 'Death transfer', 'N', false],
    ['Estate', 'Death transfer', 'R', true],
    ['Beneficiary', 'Death transfer', 'R', true],
    ['Survivor', 'Re-registration', 'N', true],
    ['Withdrawal', 'Depository withdrawal', 'N', false],
    ['Deposit', 'Depository deposit', 'N', true],
    ['Consolidation', 'Consolidation', 'R', true],
    ['FromTrust', 'Re-registration', 'N', true],
    ['FromTrust', 'Sale', 'N', false],
  ] as const)('%s as %s of shares coded %s', (code, subKind, restriction, isKept) => {
    expect(keepsAcquisitionDate(code, subKind, restriction)).toBe(isKept);
  });

  test('each case keeps or resets it as the ledger does for its purpose, but for restricted shares of an estate', () => {
    for (const [code, { subKinds }] of rows) {
      for (const subKind of subKinds) {
        expect([code, keepsAcquisitionDate(code, subKind, 'N')]).toEqual([
          code,
          transferKinds[subKind].keepsLots,
        ]);
      }
    }
  });
});

test('the documents of an item, with what is here', () => {
  const papers = papersFor(
    { caseCode: 'Estate', documents: [{ kind: 'CourtAppointment', state: 'Original' }] },
    { transferors: [accountFor({ accountType: 'Corporation' })] },
  );
  expect(requiredDocuments(papers)).toEqual([
    {
      kinds: ['Assignment', 'Instruction'],
      title: 'an assignment, stock power or letter of instruction signed by all owners',
      isPresent: false,
    },
    {
      kinds: ['CertifiedResolution'],
      title: 'a certified resolution, or a guarantee that states the capacity',
      isPresent: false,
    },
    { kinds: ['CourtAppointment'], title: 'letters or a court certificate', isPresent: true },
    { kinds: ['DomicileAffidavit'], title: 'an affidavit of domicile', isPresent: false },
  ]);
});
