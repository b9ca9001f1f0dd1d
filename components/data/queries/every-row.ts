// Reads every row of a list that comes in pages.

const rowsPerPage = 1000;

type Paged = { totalRecords: number };

type Reading<Page extends Paged, Row> = {
  read: (page: { start: number; numberOfRows: number }) => Promise<Page>;
  rowsOf: (page: Page) => readonly Row[];
  keyOf: (row: Row) => unknown;
};

/**
 * Every row of a paged list with its last page; advances by the rows received. A row that moved between pages is taken
 * once. An empty page ends it, whatever total was reported.
 */
export async function everyRow<Page extends Paged, Row>({ read, rowsOf, keyOf }: Reading<Page, Row>) {
  const rows = new Map<unknown, Row>();
  for (let start = 0; ; ) {
    const last = await read({ start, numberOfRows: rowsPerPage });
    const received = rowsOf(last);
    for (const row of received) rows.set(keyOf(row), row);
    start += received.length;
    if (received.length === 0 || !(start < Number(last.totalRecords)))
      return { rows: [...rows.values()], last };
  }
}
