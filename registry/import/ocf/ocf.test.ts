import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Refusal } from '#lib/sheet/read/refusal';
import { openZip } from '#lib/sheet/read/zip-reader';
import type { Finding } from '../findings.ts';
import { reportTo } from './add-finding.ts';
import { definitions, otherObjects, otherSecurities, usedProperties } from './definitions.ts';
import { ownComment, readOwnComment } from './own-comment.ts';
import { find, type Package, packed, wrenfield } from './package-for-tests.ts';
import { type OcfOptions, packageToSheets } from './package-to-sheets.ts';
import { packageLimits, readPackage } from './read-package.ts';
import type { OcfRows } from './sheet-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Read = { rows: OcfRows; findings: Finding[] };

async function readBytes(bytes: Uint8Array, options: OcfOptions = { certifiedBy: 'Dana' }): Promise<Read> {
  const path = join(folder, 'package.ocf.zip');
  writeFileSync(path, bytes);
  const zip = await openZip(path, packageLimits.zip);
  try {
    const findings: Finding[] = [];
    const report = reportTo(findings);
    return { rows: packageToSheets(await readPackage(zip, report), options, report), findings };
  } finally {
    await zip.close();
  }
}

async function read(change: (one: Package) => void = () => undefined, options?: OcfOptions): Promise<Read> {
  const one = wrenfield();
  change(one);
  return readBytes(await packed(one), options);
}

const line = ({ code, severity, source, sentence }: Finding) =>
  `${severity} ${code} ${[source!.file, source!.object, source!.property].join(', ')}: ${sentence}`;

const sound = (await read()).findings.map(line);

/** What a change of the sound package adds to its findings. */
async function added(change: (one: Package) => void): Promise<string[]> {
  const { findings } = await read(change);
  return findings.map(line).filter((one) => !sound.includes(one));
}

const refusal = async (bytes: Uint8Array): Promise<string> => {
  try {
    await readBytes(bytes);
    return 'read';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code} ${error.message}`;
  }
};

const positions = ({ rows }: Read) =>
  rows.positions!.map(({ values }) => [
    `${values.prefix}-${values.number}`,
    ...[values.account, values.shares, values.restriction, values.issued_on, values.acquired_on ?? ''],
  ]);

describe('a sound package', () => {
  test('is added up to the positions of its day', async () => {
    const result = await read();
    expect(positions(result)).toEqual([
      ['CS-3', 'A-3', '200000', 'O', '2021-01-04', '2019-05-01'],
      ['PS-4', 'A-3', '300000', 'N', '2020-03-01', '2019-06-02'],
      ['CS-7', 'A-2', '500000', 'O', '2021-01-04', '2018-02-01'],
      ['CS-8', 'A-1', '1200000', 'O', '2021-01-04', '2018-02-01'],
      ['CS-9', 'A-1', '20000', 'N', '2022-02-01', ''],
    ]);
    const { rows } = result;
    expect(rows.totals!.map(({ values }) => [values.class, values.measure, values.value])).toEqual([
      ['Common Stock', 'Outstanding', '1920000'],
      ['Common Stock', 'Holders', '3'],
      ['Series Seed Preferred', 'Outstanding', '300000'],
      ['Series Seed Preferred', 'Holders', '1'],
    ]);
    expect(rows.reserves![0]!.values).toMatchObject({
      name: '2020 Plan',
      shares: '980000',
      class: 'Common Stock',
    });
    expect(rows.authorized!.map(({ values }) => [values.effective_on, values.shares])).toEqual([
      ['2018-02-01', '10000000'],
      ['2019-06-01', '2000000'],
      ['2021-01-04', '20000000'],
    ]);
    expect(rows.source![0]!.values).toMatchObject({
      ...{ as_of: '2026-10-30', certified_on: '2026-11-02', certified_by: 'Dana' },
      name: 'Open Cap Table package (1.2.0) of Wrenfield Robotics, Inc.',
    });
  });

  test('its stakeholders become holders with both addresses', async () => {
    const { rows } = await read();
    expect(rows.holders!.map(({ values }) => values)).toMatchObject([
      {
        ...{ account: 'A-1', name: 'Ada Quill', sort_name: 'QUILL, ADA', account_type: 'Individual' },
        ...{ tax_id: '900-01-0001', tax_id_type: 'SSN', address1: '1 Elm Street', state: 'OH' },
        ...{ mail_address1: 'PO Box 7', email: 'ada@quill.example', phone: '+1 212 555 0101' },
      },
      { account: 'A-2', tax_id_type: 'SIN', country: 'CA' },
      { account: 'A-3', account_type: 'Corporation', city: 'Hamburg', country: 'DE' },
    ]);
  });

  test('what has no place is listed object by object', () => {
    expect(sound).toEqual([
      'note O17 Stakeholders.ocf.json, ada, current_relationship: current_relationship of STAKEHOLDER has no place in a register. It is left out.',
      'note O10 VestingTerms.ocf.json, four-years, object_type: VESTING_TERMS has no place in a register of shares. It is left out.',
      'note O10 Transactions.ocf.json, accept-cs-1, object_type: TX_STOCK_ACCEPTANCE has no place in a register of shares. It is left out.',
      'note O17 Transactions.ocf.json, buy-back, price: price of TX_STOCK_REPURCHASE has no place in a register. It is left out.',
      'warning O10 Transactions.ocf.json, option-1, object_type: TX_EQUITY_COMPENSATION_ISSUANCE has no place in a register of shares. It is left out.',
      'warning O10 Transactions.ocf.json, warrant-1, object_type: TX_WARRANT_ISSUANCE has no place in a register of shares. It is left out.',
      'warning O10 Transactions.ocf.json, safe-1, object_type: TX_CONVERTIBLE_ISSUANCE has no place in a register of shares. It is left out.',
      'note O10 Transactions.ocf.json, vest-1, object_type: TX_VESTING_START has no place in a register of shares. It is left out.',
      'warning O11 Transactions.ocf.json, issue-cs-10, date: 2026-11-01 is after the day of the package, 2026-10-30. It is left out.',
      'warning O18 Transactions.ocf.json, split, split_ratio: 2 securities have no reissuance for this split; their shares are multiplied by 2:1.',
      'warning O13 StockLegends.ocf.json, unregistered, text: The package states no restriction code for the legend Unregistered; O, other, is taken. The command registry:import takes another with --legend unregistered=CODE.',
    ]);
  });

  test('the code of a legend is stated', async () => {
    const result = await read(undefined, {
      certifiedBy: 'Dana',
      restrictions: new Map([['unregistered', 'R']]),
    });
    expect(positions(result).map(([, , , code]) => code)).toEqual(['R', 'N', 'R', 'R', 'N']);
    expect(result.findings.filter(({ code }) => code === 'O13')).toEqual([]);
  });

  test('without a name of who certified it there is a warning', async () => {
    const { findings, rows } = await read(undefined, {});
    expect(findings.filter(({ code }) => code === 'O14').map(line)).toEqual([
      'warning O14 Manifest.ocf.json, , : The package states neither who certified it nor control totals; those shown are the sums of its transactions. Compare them with the source, and name with --certified-by who certified them.',
    ]);
    expect(rows.source![0]!.values.certified_by).toBe('nobody named in the package');
  });

  test.for(['1.0.0', '1.1.0', '1.2.1-alpha+main'])('of version %s is read', async (version) => {
    expect(
      (await read(({ manifest }) => Object.assign(manifest, { ocf_version: version }))).rows.positions,
    ).toHaveLength(5);
  });
});

const tx = 'Transactions.ocf.json';

test.for<[what: string, change: (one: Package) => void, expected: string[]]>([
  [
    'a part of a share',
    (one) => Object.assign(find(one, 'issue-cs-9'), { quantity: '0.5' }),
    [
      `error O04 ${tx}, issue-cs-9, quantity: quantity is 0.5; a whole number above 0 as text such as 1000 is needed.`,
    ],
  ],
  [
    'a number that is not text',
    (one) => Object.assign(find(one, 'issue-cs-9'), { quantity: 1e19 }),
    [`error O04 ${tx}, issue-cs-9, quantity: quantity is 10000000000000000000; a text is needed.`],
  ],
  [
    'no shares',
    (one) => Object.assign(find(one, 'issue-cs-9'), { quantity: '0' }),
    [
      `error O04 ${tx}, issue-cs-9, quantity: quantity is 0; a whole number above 0 as text such as 1000 is needed.`,
    ],
  ],
  [
    'several errors of one object, and one in a part of it',
    (one) => {
      Object.assign(find(one, 'ada'), { stakeholder_type: 'PERSON' });
      delete find(one, 'ada').name;
      Object.assign((find(one, 'ada').addresses as object[])[1]!, { country: 'usa' });
    },
    [
      'error O04 Stakeholders.ocf.json, ada, name: name is required: a name is needed.',
      'error O04 Stakeholders.ocf.json, ada, stakeholder_type: stakeholder_type is PERSON; one of INDIVIDUAL, INSTITUTION is needed.',
      'error O04 Stakeholders.ocf.json, ada, addresses.1.country: addresses.1.country is usa; two letters of a country are needed.',
    ],
  ],
  [
    'a day that does not exist',
    (one) => Object.assign(find(one, 'sale'), { date: '2019-02-30' }),
    [
      `error O04 ${tx}, sale, date: date is 2019-02-30; a day such as 2019-05-01 is needed.`,
      `warning O18 ${tx}, split, split_ratio: 3 securities have no reissuance for this split; their shares are multiplied by 2:1.`,
    ],
  ],
  [
    'a ratio of nothing',
    (one) => Object.assign(find(one, 'split'), { split_ratio: { numerator: '2', denominator: '0' } }),
    [
      `error O04 ${tx}, split, split_ratio.denominator: split_ratio.denominator is 0; a number above 0 as text is needed.`,
    ],
  ],
  [
    'properties that are not of the format',
    (one) => {
      Object.assign(find(one, 'ada'), { nickname: 'A', constructor: 'B' });
      Object.defineProperty(find(one, 'ada'), '__proto__', { value: 'C', enumerable: true });
    },
    ['nickname', 'constructor', '__proto__'].map(
      (name) =>
        `warning O05 Stakeholders.ocf.json, ada, ${name}: ${name} is not a property of STAKEHOLDER that is known here. It is left out.`,
    ),
  ],
  [
    'an object in the wrong file, one of an unknown type, and one without an id',
    ({ files }) => {
      files['StockPlans.ocf.json']!.push({ object_type: 'STAKEHOLDER', id: 'lost' });
      files[tx]!.push(
        { object_type: 'TX_TOKEN_ISSUANCE', id: 'token' },
        { object_type: 'TX_STOCK_ISSUANCE' },
      );
    },
    [
      'error O04 StockPlans.ocf.json, lost, object_type: object_type is STAKEHOLDER; this file holds STOCK_PLAN objects.',
      `warning O10 ${tx}, token, object_type: TX_TOKEN_ISSUANCE is not an object of the format that is known here. It is left out.`,
      `error O04 ${tx}, , id: Object 41 of the package has no id.`,
    ],
  ],
  [
    'an id and a security that appear twice',
    ({ files }) => {
      files[tx]!.push({ ...files[tx]![0]! }, { ...files[tx]![0]!, id: 'again' });
    },
    [
      `error O06 ${tx}, issue-cs-1, id: The id issue-cs-1 appears twice, first in ${tx}.`,
      `error O06 ${tx}, again, security_id: Security cs-1 was issued before, by issue-cs-1.`,
    ],
  ],
  [
    'objects that are missing',
    (one) => {
      Object.assign(find(one, 'issue-cs-9'), {
        ...{ stakeholder_id: 'nobody', stock_class_id: 'none', stock_legend_ids: ['no-legend'] },
      });
      Object.assign(find(one, 'mistake'), { security_id: 'cs-99' });
    },
    [
      `error O07 ${tx}, mistake, security_id: No issuance of stock up to the day of the package issues security cs-99.`,
      `warning O18 ${tx}, split, split_ratio: 3 securities have no reissuance for this split; their shares are multiplied by 2:1.`,
      `error O07 ${tx}, issue-cs-9, stock_class_id: none is no stock class of the package.`,
      `error O07 ${tx}, issue-cs-9, stakeholder_id: nobody is no stakeholder of the package.`,
      `error O07 ${tx}, issue-cs-9, stock_legend_ids: no-legend is no legend of the package.`,
    ],
  ],
  [
    'an object with errors is not missed once more',
    (one) => Object.assign(find(one, 'issue-cs-8'), { quantity: 'many' }),
    [
      `error O04 ${tx}, issue-cs-8, quantity: quantity is many; a whole number above 0 as text such as 1000 is needed.`,
    ],
  ],
  [
    'a legend with an error, which its certificates do not repeat',
    (one) => {
      delete find(one, 'unregistered').text;
    },
    ['error O04 StockLegends.ocf.json, unregistered, text: text is required: a text is needed.'],
  ],
  [
    'a transfer that loses shares',
    (one) => Object.assign(find(one, 'issue-cs-4'), { quantity: '299000' }),
    [
      `error O08 ${tx}, sale, quantity: Securities of 400000 shares end; 399000 follow or are canceled.`,
      `error O08 ${tx}, buy-back, quantity: Securities of 299000 shares end; 300000 follow or are canceled.`,
    ],
  ],
  [
    'a transfer of another number',
    (one) => Object.assign(find(one, 'sale'), { quantity: '90000' }),
    [`error O08 ${tx}, sale, quantity: 90000 shares are transferred; the resulting securities have 100000.`],
  ],
  [
    'a security that is ended twice, and one before its issue',
    ({ files }) => {
      const retraction = (id: string, security: string, date: string) => ({
        ...{ object_type: 'TX_STOCK_RETRACTION', id, security_id: security, date, reason_text: 'Error' },
      });
      files[tx]!.push(retraction('twice', 'cs-6', '2020-04-03'), retraction('early', 'cs-9', '2022-01-31'));
    },
    [
      `error O09 ${tx}, twice, security_id: Security cs-6 was ended before, by mistake on 2020-04-02.`,
      `error O09 ${tx}, early, date: 2022-01-31 is before security cs-9 was issued, 2022-02-01.`,
    ],
  ],
  [
    'a part that is canceled without a balance security',
    (one) => {
      delete find(one, 'buy-back').balance_security_id;
      one.files[tx] = one.files[tx]!.filter(({ id }) => id !== 'issue-cs-7');
    },
    [
      `warning O12 ${tx}, buy-back, quantity: 50000 of 300000 shares end and no balance security is named. The other 250000 stay with security cs-4.`,
    ],
  ],
  [
    'parts that are canceled one after another, without balance securities',
    ({ files }) => {
      for (const date of ['2022-03-01', '2022-04-01'])
        files[tx]!.push({
          ...{ object_type: 'TX_STOCK_CANCELLATION', id: `part-${date}`, date, security_id: 'cs-9' },
          ...{ quantity: '5000', reason_text: 'Forfeited' },
        });
    },
    [
      `warning O12 ${tx}, part-2022-03-01, quantity: 5000 of 20000 shares end and no balance security is named. The other 15000 stay with security cs-9.`,
      `warning O12 ${tx}, part-2022-04-01, quantity: 5000 of 15000 shares end and no balance security is named. The other 10000 stay with security cs-9.`,
    ],
  ],
  [
    'an address that is not whole, and none',
    (one) => {
      Object.assign((find(one, 'ben').addresses as object[])[0]!, { city: '', postal_code: undefined });
      delete find(one, 'fund').addresses;
    },
    [
      'warning O16 Stakeholders.ocf.json, ben, addresses: The address has no city, no postal code. Mail cannot be sent to Ben Ostrow.',
      'warning O16 Stakeholders.ocf.json, fund, addresses: There is no address. Mail cannot be sent to Larch Hill Fund I, L.P..',
    ],
  ],
  [
    'a tax id of another country, a third address and another contact',
    (one) => {
      const fund = find(one, 'fund');
      Object.assign(fund, {
        tax_ids: [{ tax_id: '12/345/67890', country: 'DE' }],
        addresses: [...(fund.addresses as object[]), { address_type: 'OTHER', country: 'DE' }],
        primary_contact: { name: { legal_name: 'Jo Larch' }, emails: [] },
      });
    },
    [
      'note O17 Stakeholders.ocf.json, fund, addresses: A holder has one address, and one for mail where it is complete. This one is left out.',
      'note O17 Stakeholders.ocf.json, fund, primary_contact: The contact Jo Larch has no place in a register. It is left out.',
      'warning O17 Stakeholders.ocf.json, fund, tax_ids: A tax id of DE has no place in a register. It is left out.',
    ],
  ],
  [
    'numbers and prefixes that are none',
    (one) => {
      Object.assign(find(one, 'issue-cs-9'), { custom_id: 'first' });
      Object.assign(find(one, 'seed'), { default_id_prefix: '–' });
    },
    [
      'warning O15 StockClasses.ocf.json, seed, default_id_prefix: – has no letters or figures; S2 is taken.',
      `warning O15 ${tx}, issue-cs-9, custom_id: first has no number that a certificate can have; X-1 is given.`,
    ],
  ],
  [
    'a plan of two classes, a class without stated limit, and a par value in another currency',
    (one) => {
      Object.assign(find(one, 'plan'), { stock_class_ids: ['common', 'seed'] });
      Object.assign(find(one, 'seed'), { initial_shares_authorized: 'NOT APPLICABLE' });
      Object.assign(find(one, 'common'), { par_value: { amount: '0.01', currency: 'EUR' } });
    },
    [
      'note O17 StockClasses.ocf.json, common, par_value: 0.01 EUR is not in dollars. It is left out.',
      'warning O13 StockClasses.ocf.json, seed, initial_shares_authorized: The authorized shares of Series Seed Preferred are not stated. It is taken as unlimited.',
      'warning O10 StockPlans.ocf.json, plan, stock_class_ids: Plan 2020 Plan reserves shares of several classes; a reserve here is of one class. It is left out.',
    ],
  ],
  [
    'a split that leaves a part of a share',
    (one) => Object.assign(find(one, 'split'), { split_ratio: { numerator: '1', denominator: '3' } }),
    [
      `warning O18 ${tx}, issue-cs-3, quantity: 100000 shares are not a whole number after the split of 2021-01-04. The fraction is left out.`,
      `warning O18 ${tx}, issue-cs-7, quantity: 250000 shares are not a whole number after the split of 2021-01-04. The fraction is left out.`,
      `warning O18 ${tx}, split, split_ratio: 2 securities have no reissuance for this split; their shares are multiplied by 1:3.`,
    ],
  ],
])('%s: named by file, object and property', async ([, change, expected]) => {
  expect(await added(change)).toEqual(expected);
});

test('shares that were issued by an exercise reduce the reserve of the plan', async () => {
  const { rows } = await read((one) => {
    Object.assign(find(one, 'option-1'), { stock_plan_id: 'plan' });
    one.files[tx]!.push(
      {
        ...{
          object_type: 'TX_EQUITY_COMPENSATION_EXERCISE',
          id: 'exercise',
          date: '2023-01-03',
          security_id: 'o-1',
        },
        ...{ quantity: '7', resulting_security_ids: ['cs-20'] },
      },
      {
        ...{ ...find(one, 'issue-cs-9'), id: 'issue-cs-20', security_id: 'cs-20', custom_id: 'CS-20' },
        ...{ date: '2023-01-03', quantity: '7', stock_plan_id: undefined },
      },
    );
  });
  expect(rows.reserves![0]!.values.shares).toBe('979993');
});

test('a split is read as the transactions after it balance', async () => {
  const transferred = (shares: string) => (one: Package) =>
    one.files[tx]!.push(
      {
        ...{ object_type: 'TX_STOCK_TRANSFER', id: 'later', date: '2022-01-03', security_id: 'cs-3' },
        ...{ quantity: shares, resulting_security_ids: ['cs-20'] },
      },
      {
        ...find(one, 'issue-cs-9'),
        id: 'issue-cs-20',
        security_id: 'cs-20',
        custom_id: 'CS-20',
        date: '2022-01-03',
        quantity: shares,
      },
    );
  const doubled = await read(transferred('200000'));
  expect(positions(doubled).find(([name]) => name === 'CS-7')![2]).toBe('500000');
  const counted = await read(transferred('100000'));
  expect(positions(counted).find(([name]) => name === 'CS-7')![2]).toBe('250000');
  expect(counted.findings.map(line)).toContain(
    `warning O18 ${tx}, split, split_ratio: 2 securities have no reissuance for this split; their shares are taken as counted after the split, because later transactions balance only so.`,
  );
});

describe('files', () => {
  const json = (value: unknown) => JSON.stringify(value);

  test('that are missing, changed, of another type or not named are found', async () => {
    const one = wrenfield();
    const digest = '0'.repeat(32);
    Object.assign(one.manifest, {
      financings_files: [{ filepath: './Financings.ocf.json', md5: digest }],
      documents_files: [{ filepath: '../Documents.ocf.json', md5: digest }],
      valuations_files: [{ filepath: './Valuations.ocf.json', md5: digest }],
    });
    const extra = { 'Valuations.ocf.json': json({ file_type: 'OCF_DOCUMENTS_FILE' }), 'notes.txt': 'x' };
    const { findings } = await readBytes(
      await packed(one, { ...extra, '__MACOSX/._Manifest.ocf.json': 'x' }),
    );
    expect(findings.map(line).filter((of) => / O0[12] /.test(of))).toEqual([
      'warning O02 Manifest.ocf.json, , valuations_files: Valuations.ocf.json does not have the MD5 digest of the manifest.',
      'error O01 Valuations.ocf.json, , file_type: The file states the type OCF_DOCUMENTS_FILE; the manifest lists it as OCF_VALUATIONS_FILE.',
      'error O01 Manifest.ocf.json, , financings_files: ./Financings.ocf.json is missing in the package.',
      'error O01 Manifest.ocf.json, , documents_files: ../Documents.ocf.json is missing in the package.',
      'warning O01 notes.txt, , : notes.txt is not named by the manifest. It is left out.',
    ]);
  });

  test.for<
    [
      what: string,
      change: Record<string, unknown>,
      extra: Record<string, string | Uint8Array>,
      sentence: string,
    ]
  >([
    [
      'another version',
      { ocf_version: '2.0.0' },
      {},
      'F01 Manifest.ocf.json: ocf_version is 2.0.0; one of 1.0.0, 1.1.0, 1.2.0, 1.2.1-alpha+main is needed. Nothing was read further.',
    ],
    [
      'a manifest without its day',
      { as_of: undefined },
      {},
      'F01 Manifest.ocf.json: as_of is required: a text is needed. Nothing was read further.',
    ],
    [
      'two manifests',
      {},
      { 'copy/manifest.ocf.json': '{}' },
      'F01 The package has two manifests, Manifest.ocf.json and copy/manifest.ocf.json.',
    ],
    [
      'text that is not UTF-8',
      { valuations_files: [{ filepath: 'v.ocf.json', md5: 'a'.repeat(32) }] },
      { 'v.ocf.json': new Uint8Array([0x22, 0xff, 0x22]) },
      'F09 v.ocf.json is not UTF-8.',
    ],
    [
      'nested too deeply',
      { valuations_files: [{ filepath: 'v.ocf.json', md5: 'a'.repeat(32) }] },
      { 'v.ocf.json': '['.repeat(100_000) },
      expect.stringMatching(/^F01 .*: v\.ocf\.json is not JSON: Nested too deeply/) as unknown as string,
    ],
    [
      'a file that expands without end',
      { valuations_files: [{ filepath: 'v.ocf.json', md5: 'a'.repeat(32) }] },
      { 'v.ocf.json': ' '.repeat(20_000_000) },
      'F03 v.ocf.json expands more than 100 times.',
    ],
  ])('%s is refused', async ([, change, extra, sentence]) => {
    const one = wrenfield();
    Object.assign(one.manifest, change);
    expect(await refusal(await packed(one, extra))).toEqual(sentence);
  });

  test('a package with too many objects is refused', async () => {
    const one = wrenfield();
    const { objectsMax } = packageLimits;
    packageLimits.objectsMax = 20;
    try {
      expect(await refusal(await packed(one))).toBe(
        'F01 The package has more than 20 objects. Nothing was read further.',
      );
    } finally {
      packageLimits.objectsMax = objectsMax;
    }
  });
});

describe('our own line in comments', () => {
  test('holds what is filled, and other comments are told apart', () => {
    expect(ownComment({ form: 'Certificate', legend: '', lots: undefined })).toEqual({
      comments: ['sharebook/1 {"form":"Certificate"}'],
    });
    expect(ownComment({ form: '' })).toEqual({});
    expect(readOwnComment(['sharebook/1 {"form":"Certificate"}'])).toEqual({
      own: { form: 'Certificate' },
      hasOther: false,
    });
    expect(readOwnComment(['by mail', 'sharebook/1 {"form":"X"}'])).toEqual({
      own: { form: 'X' },
      hasOther: true,
    });
    for (const text of ['sharebook/1 {', 'sharebook/1 [1]', 'sharebook/1 null', 'sharebook/2 {}'])
      expect(readOwnComment([text])).toEqual({ own: {}, hasOther: true });
  });
});

test('every property that is used is one of its definition, and every type of object is known once', () => {
  for (const [type, names] of Object.entries(usedProperties))
    expect(
      names.filter((name) => !Object.hasOwn(definitions[type as keyof typeof definitions].shape, name)),
    ).toEqual([]);
  const types = [...Object.keys(definitions), ...otherSecurities, ...otherObjects];
  expect(new Set(types).size).toBe(types.length);
});
