import { createHash } from 'node:crypto';
import { gather } from '#lib/sheet/archive-for-tests';
import { writeZip } from '#lib/sheet/zip';

/**
 * An Open Cap Table package of a fictional issuer, written by hand from the public description of the format. Objects
 * that have no place in a register are shortened.
 */
export type Package = {
  manifest: Record<string, unknown>;
  /** The objects of each file, by its name. */
  files: Record<string, Record<string, unknown>[]>;
};

const lists = {
  'Stakeholders.ocf.json': ['stakeholders_files', 'OCF_STAKEHOLDERS_FILE'],
  'StockClasses.ocf.json': ['stock_classes_files', 'OCF_STOCK_CLASSES_FILE'],
  'StockLegends.ocf.json': ['stock_legend_templates_files', 'OCF_STOCK_LEGEND_TEMPLATES_FILE'],
  'StockPlans.ocf.json': ['stock_plans_files', 'OCF_STOCK_PLANS_FILE'],
  'VestingTerms.ocf.json': ['vesting_terms_files', 'OCF_VESTING_TERMS_FILE'],
  'Valuations.ocf.json': ['valuations_files', 'OCF_VALUATIONS_FILE'],
  'Transactions.ocf.json': ['transactions_files', 'OCF_TRANSACTIONS_FILE'],
} as const;

const usd = (amount: string) => ({ amount, currency: 'USD' });

const issuance = (
  security: string,
  date: string,
  [holder, stockClass, quantity]: readonly [holder: string, stockClass: string, quantity: string],
  more: Record<string, unknown> = {},
) => ({
  object_type: 'TX_STOCK_ISSUANCE',
  id: `issue-${security}`,
  date,
  security_id: security,
  custom_id: security.toUpperCase(),
  stakeholder_id: holder,
  stock_class_id: stockClass,
  quantity,
  share_price: usd('0'),
  security_law_exemptions: [],
  stock_legend_ids: [],
  ...more,
});

const event = (type: string, id: string, date: string, more: Record<string, unknown>) => ({
  object_type: `TX_STOCK_${type}`,
  id,
  date,
  ...more,
});

/** A sound package; every call makes a new one. */
export function wrenfield(): Package {
  return {
    manifest: {
      file_type: 'OCF_MANIFEST_FILE',
      ocf_version: '1.2.0',
      as_of: '2026-10-30',
      generated_at: '2026-11-02T09:30:00-05:00',
      issuer: {
        object_type: 'ISSUER',
        id: 'wrenfield',
        legal_name: 'Wrenfield Robotics, Inc.',
        formation_date: '2018-02-01',
        country_of_formation: 'US',
        country_subdivision_of_formation: 'DE',
        email: { email_type: 'BUSINESS', email_address: 'office@wrenfield.example' },
        phone: { phone_type: 'BUSINESS', phone_number: '+1 212 555 0100' },
        address: {
          address_type: 'LEGAL',
          street_suite: '9 Foundry Street\nSuite 4',
          city: 'Dayton',
          country_subdivision: 'OH',
          country: 'US',
          postal_code: '45402',
        },
      },
    },
    files: {
      'Stakeholders.ocf.json': [
        {
          object_type: 'STAKEHOLDER',
          id: 'ada',
          name: { legal_name: 'Ada Quill', first_name: 'Ada', last_name: 'Quill' },
          stakeholder_type: 'INDIVIDUAL',
          issuer_assigned_id: 'A-1',
          tax_ids: [{ tax_id: '900-01-0001', country: 'US' }],
          addresses: [
            {
              address_type: 'LEGAL',
              street_suite: '1 Elm Street',
              city: 'Dayton',
              country_subdivision: 'OH',
              country: 'US',
              postal_code: '45402',
            },
            {
              address_type: 'CONTACT',
              street_suite: 'PO Box 7',
              city: 'Dayton',
              country_subdivision: 'OH',
              country: 'US',
              postal_code: '45401',
            },
          ],
          contact_info: {
            emails: [{ email_type: 'PERSONAL', email_address: 'ada@quill.example' }],
            phone_numbers: [{ phone_type: 'MOBILE', phone_number: '+1 212 555 0101' }],
          },
          current_relationship: 'FOUNDER',
        },
        {
          object_type: 'STAKEHOLDER',
          id: 'ben',
          name: { legal_name: 'Ben Ostrow' },
          stakeholder_type: 'INDIVIDUAL',
          issuer_assigned_id: 'A-2',
          tax_ids: [{ tax_id: '046454286', country: 'CA' }],
          addresses: [
            {
              address_type: 'LEGAL',
              street_suite: '20 King Street',
              city: 'Toronto',
              country_subdivision: 'ON',
              country: 'CA',
              postal_code: 'M5H 2N2',
            },
          ],
        },
        {
          object_type: 'STAKEHOLDER',
          id: 'fund',
          name: { legal_name: 'Larch Hill Fund I, L.P.' },
          stakeholder_type: 'INSTITUTION',
          issuer_assigned_id: 'A-3',
          addresses: [{ address_type: 'LEGAL', street_suite: '3 Quay', city: 'Hamburg', country: 'DE' }],
        },
      ],
      'StockClasses.ocf.json': [
        {
          object_type: 'STOCK_CLASS',
          id: 'common',
          name: 'Common Stock',
          class_type: 'COMMON',
          default_id_prefix: 'CS-',
          initial_shares_authorized: '10000000',
          board_approval_date: '2018-02-01',
          votes_per_share: '1',
          par_value: usd('0.0001'),
          seniority: '1',
        },
        {
          object_type: 'STOCK_CLASS',
          id: 'seed',
          name: 'Series Seed Preferred',
          class_type: 'PREFERRED',
          default_id_prefix: 'PS-',
          initial_shares_authorized: '2000000.00',
          votes_per_share: '1',
          seniority: '2',
        },
      ],
      'StockLegends.ocf.json': [
        {
          object_type: 'STOCK_LEGEND_TEMPLATE',
          id: 'unregistered',
          name: 'Unregistered',
          text: 'Not registered.',
        },
      ],
      'StockPlans.ocf.json': [
        {
          object_type: 'STOCK_PLAN',
          id: 'plan',
          plan_name: '2020 Plan',
          board_approval_date: '2020-01-15',
          initial_shares_reserved: '500000',
          stock_class_ids: ['common'],
        },
      ],
      'VestingTerms.ocf.json': [
        {
          object_type: 'VESTING_TERMS',
          id: 'four-years',
          name: 'Four years',
          description: '',
          allocation_type: 'CUMULATIVE_ROUNDING',
          vesting_conditions: [],
        },
      ],
      'Transactions.ocf.json': [
        issuance('cs-1', '2018-02-01', ['ada', 'common', '600000'], { stock_legend_ids: ['unregistered'] }),
        issuance('cs-2', '2018-02-01', ['ben', 'common', '400000'], { stock_legend_ids: ['unregistered'] }),
        event('ACCEPTANCE', 'accept-cs-1', '2018-02-03', { security_id: 'cs-1' }),
        // Ben sells a part to the fund.
        event('TRANSFER', 'sale', '2019-05-01', {
          security_id: 'cs-2',
          quantity: '100000',
          resulting_security_ids: ['cs-3'],
          balance_security_id: 'cs-4',
        }),
        issuance('cs-3', '2019-05-01', ['fund', 'common', '100000'], { stock_legend_ids: ['unregistered'] }),
        issuance('cs-4', '2019-05-01', ['ben', 'common', '300000'], { stock_legend_ids: ['unregistered'] }),
        // Two of the fund's seed certificates become one; a part of it is converted.
        issuance('ps-1', '2019-06-01', ['fund', 'seed', '250000.0']),
        issuance('ps-2', '2019-06-02', ['fund', 'seed', '150000']),
        event('CONSOLIDATION', 'join', '2019-07-01', {
          security_ids: ['ps-1', 'ps-2'],
          resulting_security_id: 'ps-3',
        }),
        issuance('ps-3', '2019-07-01', ['fund', 'seed', '400000']),
        event('CONVERSION', 'convert', '2020-03-01', {
          security_id: 'ps-3',
          quantity_converted: '100000',
          resulting_security_ids: ['cs-5'],
          balance_security_id: 'ps-4',
        }),
        issuance('cs-5', '2020-03-01', ['fund', 'common', '150000']),
        issuance('ps-4', '2020-03-01', ['fund', 'seed', '300000']),
        // Issued by mistake; a part bought back; a part canceled.
        issuance('cs-6', '2020-04-01', ['ada', 'common', '1']),
        event('RETRACTION', 'mistake', '2020-04-02', { security_id: 'cs-6', reason_text: 'Issued twice' }),
        event('REPURCHASE', 'buy-back', '2020-05-01', {
          security_id: 'cs-4',
          quantity: '50000',
          price: usd('1.00'),
          balance_security_id: 'cs-7',
        }),
        issuance('cs-7', '2020-05-01', ['ben', 'common', '250000'], { stock_legend_ids: ['unregistered'] }),
        event('CANCELLATION', 'give-up', '2020-06-01', {
          security_id: 'cs-5',
          quantity: '150000',
          reason_text: 'Surrendered',
        }),
        // Two for one: Ada's certificate is reissued, the others are not.
        event('CLASS_SPLIT', 'split', '2021-01-04', {
          stock_class_id: 'common',
          split_ratio: { numerator: '2', denominator: '1' },
        }),
        event('REISSUANCE', 'split-cs-1', '2021-01-04', {
          security_id: 'cs-1',
          resulting_security_ids: ['cs-8'],
          split_transaction_id: 'split',
        }),
        issuance('cs-8', '2021-01-04', ['ada', 'common', '1200000'], { stock_legend_ids: ['unregistered'] }),
        // From the plan, and after the day of the package.
        issuance('cs-9', '2022-02-01', ['ada', 'common', '20000'], { stock_plan_id: 'plan' }),
        issuance('cs-10', '2026-11-01', ['ada', 'common', '5']),
        event('CLASS_AUTHORIZED_SHARES_ADJUSTMENT', 'more', '2021-01-04', {
          stock_class_id: 'common',
          new_shares_authorized: '20000000',
        }),
        event('PLAN_POOL_ADJUSTMENT', 'pool', '2021-01-04', {
          stock_plan_id: 'plan',
          shares_reserved: '1000000',
        }),
        {
          object_type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
          id: 'option-1',
          date: '2021-02-01',
          security_id: 'o-1',
          custom_id: 'O-1',
          stakeholder_id: 'ben',
        },
        { object_type: 'TX_WARRANT_ISSUANCE', id: 'warrant-1', date: '2021-02-01', security_id: 'w-1' },
        { object_type: 'TX_CONVERTIBLE_ISSUANCE', id: 'safe-1', date: '2021-02-01', security_id: 's-1' },
        { object_type: 'TX_VESTING_START', id: 'vest-1', date: '2021-02-01', security_id: 'o-1' },
      ],
    },
  };
}

export const find = ({ files }: Package, id: string): Record<string, unknown> =>
  Object.values(files)
    .flat()
    .find((one) => one.id === id)!;

/** The bytes of a package, with the digests of its files; `extra` adds entries that the manifest does not name. */
export async function packed(
  { manifest, files }: Package,
  extra: Record<string, string | Uint8Array> = {},
): Promise<Buffer> {
  const named: Record<string, { filepath: string; md5: string }[]> = { valuations_files: [] };
  const entries: { name: string; data: Uint8Array }[] = [];
  for (const [name, [list, fileType]] of Object.entries(lists)) {
    const items = files[name];
    named[list] ??= [];
    if (!items) continue;
    const data = Buffer.from(JSON.stringify({ file_type: fileType, items }));
    entries.push({ name, data });
    named[list].push({ filepath: `./${name}`, md5: createHash('md5').update(data).digest('hex') });
  }
  entries.push({ name: 'Manifest.ocf.json', data: Buffer.from(JSON.stringify({ ...named, ...manifest })) });
  for (const [name, data] of Object.entries(extra)) entries.push({ name, data: Buffer.from(data) });
  return gather(writeZip(entries, { date: '2026-01-01' }));
}
