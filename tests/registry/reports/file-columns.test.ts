import { expect, test } from 'vitest';
import { certificateColumns, listColumns } from '#registry/operations/generate-shareholder-list/columns';
import { fileColumns } from './expected-columns.ts';

const flags = ['isPDF', 'showAddressInfo', 'showContactInfo', 'showTaxId', 'includeAccessCode'] as const;

test('the shareholder list has the expected columns for every combination of options', () => {
  for (let bits = 0; bits < 2 ** (flags.length + 1); bits += 1) {
    const on = Object.fromEntries(flags.map((flag, place) => [flag, (bits & (1 << place)) !== 0]));
    const showCanceled = (bits & (1 << flags.length)) !== 0;
    const requested = { ...on, certificateInfoStatus: showCanceled ? 'All' : 'Outstanding' };
    const drawn = listColumns({
      ...(on as Record<(typeof flags)[number], boolean>),
      showCertificateDetails: false,
      hideCanceledDateIfGreaterThanCutoff: false,
      showCanceled,
    });
    expect(fileColumns('GenerateShareholderList', requested).columns).toEqual(
      drawn.map(({ header }) => header),
    );
  }
});

test('the columns of certificates below each account are as expected', () => {
  const { more } = fileColumns('GenerateShareholderList', { showCertificateDetails: true });
  expect(more).toEqual([
    { title: 'Below each account', columns: certificateColumns.map(({ header }) => header) },
  ]);
});
