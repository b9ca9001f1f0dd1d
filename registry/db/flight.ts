import pg, { type ClientBase, type QueryResult } from 'pg';

/** Rejection of a statement that was not run because an earlier one of its pipeline failed. */
export class NotRun extends Error {
  constructor() {
    super('An earlier statement of the same flight failed.');
    this.name = 'NotRun';
  }
}

type Field = { name: string; read: (text: string) => unknown };
type Asked = { name?: string; text: string; values?: readonly unknown[] };
type Statement = Asked & {
  fields: readonly Field[];
  answer: Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;
  resolve: (answer: QueryResult) => void;
  reject: (error: Error) => void;
};

/** The pg connection methods used here. All but `write` build and send one protocol message. */
type Wire = {
  stream: { write(bytes: Buffer): void; cork(): void; uncork(): void };
  parse(statement: Asked): void;
  bind(given: object): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sync(): void;
  /** Names of statements the server has confirmed as parsed, and of those sent but not yet confirmed. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};

/** Statements of a connection that are collected and not yet sent. */
const gathering = new WeakMap<ClientBase, Statement[]>();

/**
 * Sends all statements that `start` begins before its first wait in one packet, over a pipelined connection. pg
 * would send one packet per statement, which costs more than a small statement. They run in order. When one
 * fails, the later ones are NotRun, so even a COMMIT may be included. A nested call joins the outer pipeline.
 */
export function inFlight<T>(tx: ClientBase, start: () => T): T {
  if (gathering.has(tx)) return start();
  const list: Statement[] = [];
  gathering.set(tx, list);
  const shadowed = tx as unknown as { query: unknown };
  const before = Object.hasOwn(tx, 'query') ? shadowed.query : undefined;
  shadowed.query = (given: string | Asked, values?: readonly unknown[]) =>
    new Promise<QueryResult>((resolve, reject) => {
      const asked = typeof given === 'string' ? { text: given, values } : given;
      const answer = { command: '', rowCount: null, rows: [] };
      list.push({ ...asked, fields: [], answer, resolve, reject });
    });
  try {
    return start();
  } finally {
    gathering.delete(tx);
    delete shadowed.query;
    if (before) shadowed.query = before;
    if (list.length > 0) tx.query(flightOf(tx, list));
  }
}

/** A parameter in PostgreSQL's text format; only the types used by the ledger's statements. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (value instanceof Date) return value.toISOString();
  throw new TypeError('A statement in a flight takes text, numbers, dates and nothing.');
}

/**
 * Result columns of a named statement, once described. Asking for them at each run costs as much as a small
 * statement.
 */
const described = new WeakMap<Wire, Map<string, readonly Field[]>>();

const smallBytes = 64 * 1024;

function submit(wire: Wire, list: readonly Statement[]): void {
  const parts: Buffer[] = [];
  const gathered: Wire = Object.create(wire, { _send: { value: (bytes: Buffer) => parts.push(bytes) } });
  const known = described.get(wire);
  // Encoded before anything is sent: a value that cannot be encoded must not leave half a pipeline sent.
  const given = list.map(({ values = [] }) => values.map(textOf));
  list.forEach((one, index) => {
    const { name = '', text } = one;
    const parsed = name && (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]);
    if (parsed && parsed !== text) throw new Error(`Two statements are called "${name}".`);
    if (!parsed) {
      gathered.parse({ name, text });
      if (name) wire.submittedNamedStatements[name] = text;
    }
    gathered.bind({ statement: name, values: given[index] });
    const fields = known?.get(name);
    if (fields) one.fields = fields;
    else gathered.describe({ type: 'P' });
    gathered.execute();
  });
  gathered.sync();
  // Copying many small buffers into one is cheaper than sending them; large ones are sent as they are.
  const isSmall = parts.reduce((sum, part) => sum + part.byteLength, 0) <= smallBytes;
  wire.stream.cork();
  for (const part of isSmall ? [Buffer.concat(parts)] : parts) wire.stream.write(part);
  wire.stream.uncork();
}

type Told = {
  fields: { name: string; dataTypeID: number }[];
};

/** Statements as one pg query object, which receives the results of all of them in turn. */
function flightOf(tx: ClientBase, list: readonly Statement[]): pg.Query {
  let turn = 0;
  let wired: Wire | undefined;
  const current = () => list[turn];
  const flight = {
    submit(wire: Wire): Error | null {
      wired = wire;
      try {
        submit(wire, list);
        return null;
      } catch (error) {
        return error as Error;
      }
    },
    handleRowDescription({ fields }: Told) {
      const read = (oid: number) => (tx as pg.Client).getTypeParser(oid, 'text');
      current()!.fields = fields.map((one) => ({ name: one.name, read: read(one.dataTypeID) }));
    },
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      const one = current()!;
      const row: Record<string, unknown> = {};
      for (const [index, { name, read }] of one.fields.entries()) {
        const text = fields[index];
        row[name] = typeof text === 'string' ? read(text) : null;
      }
      one.answer.rows.push(row);
    },
    handleCommandComplete({ text }: { text: string }) {
      const { name, fields, answer } = current()!;
      const words = text.split(' ');
      answer.command = words[0]!;
      answer.rowCount = words.length > 1 ? Number(words.at(-1)) : null;
      if (name && wired) {
        const known = described.get(wired) ?? new Map();
        described.set(wired, known.set(name, fields));
      }
      turn += 1;
    },
    handleReadyForQuery() {
      for (const { answer, resolve } of list) resolve(answer as QueryResult);
    },
    handleError(error: Error) {
      for (const { answer, resolve } of list.slice(0, turn)) resolve(answer as QueryResult);
      list.slice(turn).forEach(({ name, reject }, index) => {
        if (name && wired) delete wired.submittedNamedStatements[name];
        // A server error ends the pipeline at that statement. After a lost connection the result of all the
        // rest is unknown.
        reject(index > 0 && 'severity' in error ? new NotRun() : error);
      });
      turn = list.length;
    },
    callback: () => undefined,
  };
  // A pipelined connection accepts only instances of pg's Query class, and asks them which statement was
  // parsed.
  return Object.create(pg.Query.prototype, {
    ...Object.getOwnPropertyDescriptors(flight),
    name: { get: () => current()?.name },
    text: { get: () => current()?.text },
  });
}
