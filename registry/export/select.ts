// SQL that reads a table of one issuer for export.

import { SPAN } from '#registry/db/ids';
import { exportedTables } from './tables/index.ts';
import type { Column, Table } from './tables/table.ts';

const ofHolder = new Set(['holder_address', 'holder_change']);
const ofNoIssuer = new Set(['issuer', 'holder', 'lost_search', ...ofHolder]);

/** Tables with an issuer and a holder; what they name is exported with the issuer. */
const naming = exportedTables.filter(
  ({ name, columns }) => !ofNoIssuer.has(name) && columns.some(({ kind }) => kind === 'holder'),
);

/** SQL for the ids of all holders that the books of issuer $1 name. */
export const holdersOfIssuer = naming
  .map(({ name }) => `select holder_id from ${name} where issuer_id = $1 and holder_id is not null`)
  .join(' union ');

/**
 * The rows of a table of issuer $1, in the form and order of the export: objects by their number within the issuer,
 * holders by account number, so that the same register gives the same text whatever ids its database gave out.
 */
export function selectTable({ name, columns }: Table): string {
  const isKeyed = name !== 'holder' && columns.some(({ kind }) => kind === 'holder');
  const list = columns.map((column) => `${expression(name, column)} as ${column.name}`).join(', ');
  const keys = columns.flatMap(({ isKey }, index) => (isKey ? [index + 1] : []));
  return `select ${list} from ${name} t
    ${isKeyed ? 'left join holder hk on hk.id = t.holder_id' : ''}
    where ${condition(name)} order by ${keys.join(', ')}`;
}

function condition(name: string): string {
  if (name === 'issuer') return 't.id = $1';
  if (name === 'holder') return `t.id in (${holdersOfIssuer})`;
  if (ofHolder.has(name)) return `t.holder_id in (${holdersOfIssuer})`;
  if (name === 'lost_search') return 't.id in (select search_id from holder_search where issuer_id = $1)';
  return 't.issuer_id = $1';
}

function expression(table: string, { name, kind }: Column): string {
  const column = `t.${name}`;
  switch (kind) {
    case 'decimal':
      return `trim_scale(${column})::text`;
    case 'time':
      return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    case 'id':
      return `${column} % ${SPAN}`;
    case 'holder':
      return table === 'holder' ? column : 'hk.customer_id';
    case 'counter': {
      const id = `split_part(${column}, ' ', 2)`;
      return `case when ${column} ~ '^number [0-9]+ '
        then 'number ' || (${id}::bigint % ${SPAN}) || substr(${column}, 8 + length(${id})) else ${column} end`;
    }
    case 'search':
      return `dense_rank() over (order by ${column})`;
    case 'change':
      return `row_number() over (order by ${column})`;
    default:
      return column;
  }
}
