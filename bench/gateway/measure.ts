import { startInstant } from '../programs/instant.ts';
import { type Burst, burst } from '../programs/load.ts';
import { startNaked } from '../programs/naked.ts';
import { startProduct } from '../programs/product.ts';
import { alternating, type Form, type Row, row } from '../row.ts';

/** Fifty rows of a cap table and one balance, as the registry's own answers are. */
const capTable = JSON.stringify({
  totalShareholderRecords: 20_480,
  shareholders: Array.from({ length: 50 }, (_, at) => ({
    shareholderCustomerId: `SH-10${1000 + at}`,
    shareholderControlId: 500_000 + at,
    shareholderName: `Cedar Harbor Holdings ${at} LLC`,
    shareholderEmail: `desk${at}@cedarharbor.example`,
    shareholderType: 'LLC',
    shareholderTypeEnum: 'LimitedLiabilityCompany',
    securityType: 'Common Stock',
    securityTypeID: 11,
    value: 12_500.5 + at,
    totalShares: 1_000_000 + at,
    restrictionShares: 250,
    nonRestrictionShares: 999_750 + at,
  })),
  securities: [
    {
      securityTypeID: 11,
      securityType: 'Common Stock',
      numberOfShareholders: 20_480,
      totalIssuedShares: 40_000_000,
      authorizedShares: 90_000_000,
      totalValue: 500_000,
      isUnlimitedAuthorizedShares: false,
    },
  ],
});
const securityTypes = JSON.stringify(
  ['Common Stock', 'Preferred Stock A', 'Warrant'].map((name, at) => ({
    securityTypeId: 11 + at,
    securityType: name,
    securityTypeCode: 'CPW'[at],
    securitySeriesCode: '',
  })),
);

const paths = {
  'three classes (0.3 kB)': '/api/upstream/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=1001',
  'cap table, 50 rows (16 kB)':
    '/api/upstream/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=1001&Start=0&NumberOfRows=50',
} as const;

/** One read through the whole gateway against a Next handler that only passes it on (assurance P-01). */
export async function measure({ full }: Form): Promise<Row[]> {
  const upstream = await startInstant((path) => (path.includes('/cap/table') ? capTable : securityTypes));
  const naked = await startNaked(upstream.base);
  const product = await startProduct(upstream.base);
  try {
    const cookie = await product.cookieOf('issuer-officer', [1001]);
    const headers = { cookie, 'user-agent': 'bench', accept: 'application/json' };
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(paths)) {
      for (const connections of [1, 16]) {
        const requests = (full ? 3000 : 600) * (connections === 1 ? 1 : 2);
        const go = (url: string) => () => burst(url + path, headers, { requests, connections });
        for (const url of [product.url, naked.url]) await go(url)();
        const { ours, floors } = await alternating(full ? 15 : 5, go(product.url), go(naked.url));
        const pick = (read: (one: Burst) => number) => ({ values: ours.map(read), floors: floors.map(read) });
        const what = `${name}, ${connections} at a time`;
        rows.push(
          row(`${what}: median time`, 'ms', {
            ...pick((one) => one.p50),
            limit: { of: 'ratio', atMost: 1.25 },
          }),
          row(`${what}: requests`, '/s', {
            ...pick((one) => one.perSecond),
            limit: { of: 'ratio', atLeast: 0.8 },
          }),
          row(
            `${what}: 99th percentile`,
            'ms',
            pick((one) => one.p99),
          ),
        );
      }
    }
    return rows;
  } finally {
    await product.stop();
    await naked.stop();
    await upstream.stop();
  }
}
