// Measures a read through the gateway, against a handler that only passes it on.

import { readFileSync } from 'node:fs';
import { type Program, startBareHandler } from '../programs/bare-handler.ts';
import { startInstantRegistry } from '../programs/instant-registry.ts';
import { burst } from '../programs/load-generator.ts';
import { startProduct } from '../programs/product.ts';
import { alternating, type Form, type Row, row } from '../row.ts';

/** Fifty rows of a cap table and one balance, in the form the registry sends. */
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

const reads = {
  'three classes (0.3 kB)': (at: number) =>
    `/api/upstream/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=${1001 + at}`,
  'cap table, 50 rows (16 kB)': (at: number) =>
    `/api/upstream/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=${1001 + at}&Start=0&NumberOfRows=50`,
} as const;

/** CPU time a process has used so far, in ms (Linux counts in hundredths of a second). */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10;
}

/**
 * One read through the whole gateway against a Next handler that only passes it on. The handler pays the
 * framework's own cost.
 */
export async function measure({ full }: Form): Promise<Row[]> {
  const upstream = await startInstantRegistry((path) =>
    path.includes('/cap/table') ? capTable : securityTypes,
  );
  const bare = await startBareHandler(upstream.base);
  const product = await startProduct(upstream.base);
  try {
    // One user and one issuer per connection, so that no read is shared.
    const cookies: string[] = [];
    for (let user = 0; user < 16; user += 1)
      cookies.push(await product.cookieOf('issuer-officer', [1001 + user]));
    const rows: Row[] = [];
    for (const [name, pathOf] of Object.entries(reads)) {
      for (const connections of [1, 16]) {
        // Short alternating rounds: a disturbance of the machine affects both.
        const requests = (full ? 400 : 120) * (connections === 1 ? 1 : 2);
        const go = (program: Program) => async () => {
          const questions = cookies.slice(0, connections).map((cookie, at) => ({
            address: program.url + pathOf(at),
            headers: { cookie, 'user-agent': 'bench', accept: 'application/json' },
          }));
          const before = processorMs(program.pid);
          const result = await burst(questions, requests);
          return { ...result, processor: (processorMs(program.pid) - before) / requests };
        };
        for (let round = 0; round < 4; round += 1) for (const one of [product, bare]) await go(one)();
        const { ours, floors } = await alternating(full ? 41 : 15, go(product), go(bare));
        const pick = (read: (one: (typeof ours)[number]) => number) => ({
          values: ours.map(read),
          floors: floors.map(read),
        });
        const what = `${name}, ${connections} at a time`;
        rows.push(
          row(`${what}: median time`, 'ms', {
            ...pick((one) => one.p50),
            limit: { of: 'ratio', atMost: 1.6 },
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
          row(`${what}: processor time`, 'ms', {
            ...pick((one) => one.processor),
            limit: { of: 'added', atMost: 0.7 },
          }),
        );
      }
    }
    return rows;
  } finally {
    await product.stop();
    await bare.stop();
    await upstream.stop();
  }
}
