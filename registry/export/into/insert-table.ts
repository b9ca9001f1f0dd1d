// SQL that inserts staged rows of an archive's table with new ids.

import type { Column, Table } from '../tables/table.ts';

/** Tables whose rows belong to holders, who may be here already through another issuer of the same archive. */
const ofHolder: ReadonlySet<string> = new Set(['holder', 'holder_address', 'holder_change']);
const ofNoIssuer: ReadonlySet<string> = new Set(['issuer', 'lost_search', ...ofHolder]);

export const stagedIn = (table: string): string => `in_${table}`;

/** Columns that are not in the archive and are made when it is read. */
const added: Readonly<Record<string, readonly (readonly [column: string, value: string])[]>> = {
  issuer: [['id', '$1::bigint']],
  holder: [['id', 'hk.id']],
  account: [
    ['sort_key', 'hk.sort_key'],
    ['name_key', 'hk.name_key'],
  ],
};

/**
 * The statement that writes the staged rows of a table. $1: the issuer's id. $2: id of what has number 0 at the issuer.
 * $3 and $4: what comes before the first search and the first change.
 */
export function insertTable({ name, columns }: Table): string {
  const given = columns.map((column) => [column.name, value(name, column)] as const);
  const own = [
    ...(ofNoIssuer.has(name) ? [] : [['issuer_id', '$1::bigint'] as const]),
    ...(added[name] ?? []),
  ];
  const all = [...own, ...given];
  const account = name === 'holder' ? 't.customer_id' : 't.holder_id';
  const isOfHolder = columns.some(({ kind }) => kind === 'holder');
  const join = isOfHolder ? `left join known_account hk on hk.account = ${account}` : '';
  return `insert into ${name} (${all.map(([column]) => column).join(', ')})
    select ${all.map(([, text]) => text).join(', ')} from ${stagedIn(name)} t ${join}
    ${ofHolder.has(name) ? 'where hk.is_new' : ''}`;
}

function value(table: string, { name, kind }: Column): string {
  const column = `t.${name}`;
  switch (kind) {
    case 'text':
      return column;
    case 'integer':
    case 'shares':
      return `${column}::bigint`;
    case 'decimal':
      return `${column}::numeric`;
    case 'date':
      return `${column}::date`;
    case 'time':
      return `${column}::timestamptz`;
    case 'boolean':
      return `${column}::boolean`;
    case 'id':
      return `$2::bigint + ${column}::bigint`;
    case 'holder':
      return table === 'holder' ? column : 'hk.id';
    case 'counter': {
      const number = `split_part(${column}, ' ', 2)`;
      return `case when ${column} ~ '^number [0-9]+ '
        then 'number ' || ($2::bigint + ${number}::bigint) || substr(${column}, 8 + length(${number})) else ${column} end`;
    }
    case 'search':
      return `$3::bigint + ${column}::bigint`;
    case 'change':
      return `$4::bigint + ${column}::bigint`;
  }
}
