import { expect, test } from 'vitest';
import type { ItemContentInput } from '#lib/contract/agent/content';
import type { Obstacle } from '../obstacle.ts';
import type { PaperFacts } from './facts.ts';
import { paperObstacles } from './papers.ts';
import { papersFor } from './papers-for-tests.ts';
import { type ClassFacts, routineOf, staysRoutine } from './routine.ts';

type Given = [Partial<ItemContentInput>, Partial<PaperFacts>?];

function numbers(...given: Given) {
  const papers = papersFor(...given);
  return routineOf(papers, paperObstacles(papers)).numbers;
}

const stopped = (isCleared: boolean): Obstacle => ({
  code: 'stopped',
  effect: 'Holds',
  field: 'certificates.0',
  message: 'BE-20 has a stop.',
  rejectionReasons: ['O09'],
  isCleared,
  byReason: false,
});

test('a complete sale is routine; of restricted shares it is not', () => {
  const papers = papersFor();
  expect(routineOf(papers, paperObstacles(papers))).toEqual({ isRoutine: true, reason: '', numbers: [] });
  expect(numbers({}, { restrictions: ['N', 'R'] })).toEqual([2]);
});

test('restricted shares that stay with their holder are routine', () => {
  const documents = [{ kind: 'Instruction', state: 'Original' } as const];
  expect(numbers({ caseCode: 'SplitUp', documents }, { restrictions: ['R'] })).toEqual([]);
});

test.each([
  ['RegisteredSale', 2],
  ['Survivor', 4],
  ['Estate', 4],
  ['SmallEstate', 4],
  ['Beneficiary', 4],
  ['LegendRemoval', 2],
  ['LegendPlacement', 2],
  ['Lost', 2],
  ['CourtOrder', 2],
  ['Repurchase', 5],
] as const)('%s is not routine for reason %i', (caseCode, number) => {
  const papers = papersFor({ caseCode });
  expect(routineOf(papers, []).numbers).toEqual([number]);
});

test.each([
  'Gift',
  'JointSingle',
  'ToTrust',
  'FromTrust',
  'Deposit',
  'Withdrawal',
  'PaperToBook',
  'BookToPaper',
  'SplitUp',
  'Consolidation',
] as const)('%s is routine', (caseCode) => {
  expect(routineOf(papersFor({ caseCode }), []).isRoutine).toBe(true);
});

test('who signs decides for trustees, custodians and new names', () => {
  const signedBy = (caseCode: 'FromTrust' | 'CustodianshipEnds' | 'NameChange', ...signers: object[]) =>
    routineOf(
      papersFor({
        caseCode,
        guarantees: signers.map((one) => ({ signer: 'Alice Miller', prefix: 'F', ...one })),
      }),
      [],
    ).numbers;
  expect(signedBy('FromTrust', {})).toEqual([]);
  expect(signedBy('FromTrust', { signer: 'Dora Lane' })).toEqual([4]);
  expect(signedBy('CustodianshipEnds', { capacity: 'Custodian' })).toEqual([]);
  expect(signedBy('CustodianshipEnds', {})).toEqual([4]);
  expect(signedBy('NameChange', {}, { signer: 'Alice Stone' })).toEqual([]);
  expect(signedBy('NameChange', {})).toEqual([4]);
});

test('something more is needed, until it came or was waived', () => {
  const waived = {
    kind: 'Assignment',
    state: 'Waived',
    waivedBy: 'a@example.org',
    reason: 'On file',
  } as const;
  expect(numbers({ documents: [] })).toEqual([3]);
  expect(numbers({ documents: [waived] })).toEqual([]);
  expect(numbers({ guarantees: [] })).toEqual([3]);
  expect(numbers({ certificates: [{}] })).toEqual([1]);
  expect(routineOf(papersFor({ documents: [] }), paperObstacles(papersFor({ documents: [] }))).reason).toBe(
    'Something more is needed.',
  );
});

test('a stop counts also when it is resolved', () => {
  expect(routineOf(papersFor(), [stopped(true)]).numbers).toEqual([2]);
  expect(routineOf(papersFor(), [stopped(false)]).numbers).toEqual([2, 3]);
});

test('an obstacle that asks for no papers, and a warning, leave it routine', () => {
  const duplicate: Obstacle = { ...stopped(false), code: 'duplicateItem', rejectionReasons: ['O15'] };
  const difference: Obstacle = { ...stopped(false), code: 'shareMismatch', rejectionReasons: [] };
  expect(routineOf(papersFor(), [duplicate, difference]).isRoutine).toBe(true);
  expect(numbers({}, { price: null })).toEqual([]);
});

test('a warrant before its lapse, and a class in an offering', () => {
  const of = (classFacts: Partial<ClassFacts>) =>
    routineOf(papersFor(), [], { lapsesOn: null, offeredOn: null, ...classFacts }).numbers;
  expect(of({ lapsesOn: '2026-11-30' })).toEqual([6]);
  expect(of({ lapsesOn: '2026-12-01' })).toEqual([]);
  expect(of({ lapsesOn: '2026-11-19' })).toEqual([]);
  expect(of({ offeredOn: '2026-10-29' })).toEqual([8]);
  expect(of({ offeredOn: '2026-10-28' })).toEqual([]);
});

test('a person decides otherwise, with a reason', () => {
  const routine = { isRoutine: false, reason: 'Signature under review' };
  expect(routineOf(papersFor({ routine }), []).reason).toBe('Signature under review');
  const back = { isRoutine: true, reason: 'Estate papers were reviewed before' };
  expect(routineOf(papersFor({ caseCode: 'Estate', routine: back }), [])).toEqual({
    isRoutine: true,
    reason: '',
    numbers: [],
  });
});

test('escheats, issuances and changes of records are not counted', () => {
  for (const given of [
    { caseCode: 'Escheat' },
    { kind: 'Issuance', caseCode: null },
    { kind: 'StopPlace', caseCode: null },
    { kind: 'Correction', caseCode: null },
  ] as const) {
    expect(routineOf(papersFor(given), []).reason).toBe('The turnaround rule does not count it.');
  }
  expect(routineOf(papersFor({ kind: 'Retirement', caseCode: null }), []).numbers).toEqual([5]);
});

test('rejections that ask for no papers leave an item routine', () => {
  const stay = ['D01', 'D02', 'D08', 'D09', 'D10', 'D11', 'O08', 'O10', 'O15', 'O16'] as const;
  expect(stay.every(staysRoutine)).toBe(true);
  for (const reason of ['D03', 'D05', 'D07', 'D12', 'M01', 'M02', 'O01', 'O09', 'O12', 'O19'] as const) {
    expect(staysRoutine(reason)).toBe(false);
  }
});
