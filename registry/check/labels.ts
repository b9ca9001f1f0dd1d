import { type LabelSelection, labelRows } from '../queries/reports/label-rows.ts';
import { foldOf, statementOf } from './capture-statement.ts';
import type { Finding, Subject } from './subject.ts';

/**
 * Invariant 30: labels with good and bad addresses together are all labels; the same for restricted and free
 * shares.
 */
export async function* labelFindings({ client, issuer, asOf }: Subject): AsyncGenerator<Finding> {
  const selection: LabelSelection = {
    issuerId: issuer.id,
    cutoff: asOf,
    holding: 'Outstanding',
    restriction: 'All',
    address: 'All',
  };
  const count = async (narrowed: Partial<LabelSelection>): Promise<bigint> => {
    const [row] = await foldOf<{ labels: bigint }>(
      client,
      (db) => labelRows(db, { ...selection, ...narrowed }),
      'count(*) as labels',
    );
    return row?.labels ?? 0n;
  };
  const all = await count({});
  const good = await count({ address: 'GoodAddress' });
  const bad = await count({ address: 'BadAddress' });
  if (good + bad !== all) {
    yield { number: 30, object: 'labels', sentence: `${all} in all, ${good} good and ${bad} bad` };
  }
  // A holder may have both kinds of shares, so sets of holders are compared. $4 is the restriction filter of
  // each part.
  const { text, values } = await statementOf((db) => labelRows(db, selection));
  const part = (restriction: string) =>
    `select ${asText} from (${text.replaceAll('$4', restriction)}) as part`;
  const { rows } = await client.query<{ labels: bigint }>(
    `select count(*) as labels from (${part('$4')} except (${part('$6')} union ${part('$7')})) as missing`,
    [...values, 'Restricted', 'NonRestricted'],
  );
  const missing = rows[0]?.labels ?? 0n;
  if (missing > 0n) {
    yield { number: 30, object: 'labels', sentence: `${missing} of ${all} are neither restricted nor free` };
  }
}

const asText = 'name, name2, name3, address::text';
