// Finds a row in a paged list, with the rows before and after it.

/** One page of a list that is read from its start. */
type Page<Row> = { rows: readonly Row[]; total: number };

export type Found<Row> = {
  row: Row;
  /** The row before it in the list, and the one after; null at the ends. */
  before: Row | null;
  after: Row | null;
};

/**
 * Reads a paged list until `query` matches a row; returns it with its neighbors, or null at the end of the
 * list. Advances by the rows received, as a registry may return fewer rows than requested.
 */
export async function findInPages<Row>(
  read: (start: number) => Promise<Page<Row>>,
  query: (row: Row) => boolean,
): Promise<Found<Row> | null> {
  let last: Row | null = null;
  for (let start = 0; ; ) {
    const { rows, total } = await read(start);
    const at = rows.findIndex(query);
    const row = rows[at];
    if (row !== undefined) {
      const before = rows[at - 1] ?? last;
      const next = rows[at + 1];
      if (next !== undefined || start + rows.length >= total) return { row, before, after: next ?? null };
      return { row, before, after: (await read(start + rows.length)).rows[0] ?? null };
    }
    start += rows.length;
    last = rows.at(-1) ?? last;
    if (rows.length === 0 || start >= total) return null;
  }
}
