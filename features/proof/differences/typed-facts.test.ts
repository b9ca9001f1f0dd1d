import { expect, test } from 'vitest';
import { noFacts, requestedFacts, typedFacts } from './typed-facts.ts';
import type { RecordDifference } from './types.ts';

const opened = '2026-11-02';
const given = { ...noFacts, cause: 'Presented twice' };

test('what was recorded comes back unchanged from the form', () => {
  const recorded = {
    ...{ openedOn: opened, existedSince: '2026-10-01', basis: 'Totals', cause: 'Presented twice' },
    ...{ causeKind: 'Duplicate', isOverIssuance: true, isByPriorAgent: false, note: 'Seen' },
    certificates: [
      { certificateNumber: 'CS-1', controlCertificateId: 7 },
      { certificateNumber: 'CS-2', controlCertificateId: null },
    ],
    ...{ customerShareholderId: 'H-1', itemId: 12, discoveredOn: opened, letterOn: '2026-11-12', bond: '' },
    ...{ boughtInOn: '2026-11-19', boughtInShares: 9_007_199_254_740_993n, boughtInPrice: '12.50' },
    boughtInFrom: 'Open market',
  } as unknown as RecordDifference;
  const { body, fields } = requestedFacts(typedFacts(recorded), opened);
  expect(fields).toEqual({});
  expect(body).toEqual({
    ...{ existedSince: '2026-10-01', basis: 'Totals', cause: 'Presented twice', causeKind: 'Duplicate' },
    ...{ certificates: ['CS-1', 'CS-2'], customerShareholderId: 'H-1', itemId: 12, note: 'Seen' },
    ...{
      isOverIssuance: true,
      isByPriorAgent: false,
      discoveredOn: null,
      letterOn: '2026-11-12',
      bond: null,
    },
    ...{ boughtInOn: '2026-11-19', boughtInShares: 9_007_199_254_740_993n, boughtInPrice: '12.50' },
    boughtInFrom: 'Open market',
  });
});

test('what belongs to an over-issuance is not sent without one', () => {
  const typed = { ...given, letter: '2026-11-12', bond: 'Surety 1', boughtInShares: 'many' };
  const { body, fields } = requestedFacts(typed, opened);
  expect(fields).toEqual({});
  expect(body).toMatchObject({ letterOn: null, bond: null, boughtInShares: null });
});

test.each([
  [{ cause: ' ' }, 'cause'],
  [{ since: '2026-11-03' }, 'existedSince'],
  [{ item: 'twelve' }, 'itemId'],
  [{ isOverIssuance: true, boughtInOn: '2026-11-19', boughtInShares: '0' }, 'boughtInShares'],
  [{ isOverIssuance: true, boughtInOn: '2026-11-19' }, 'boughtInShares'],
  [{ isOverIssuance: true, boughtInFrom: 'Open market' }, 'boughtInOn'],
])('%j is refused at its field', (typed, field) => {
  expect(Object.keys(requestedFacts({ ...given, ...typed }, opened).fields)).toEqual([field]);
});
