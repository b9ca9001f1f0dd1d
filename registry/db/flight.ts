import pg, { type ClientBase, type QueryResult } from 'pg';

/** A statement that an earlier one of its flight kept from being run. */
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

/** A connection as pg's own queries use it; each of these but `write` puts a message together and sends it. */
type Wire = {
  stream: { write(bytes: Buffer): void; cork(): void; uncork(): void };
  parse(statement: Asked): void;
  bind(given: object): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sync(): void;
  /** Texts by name: those the server has confirmed, and those on the way to it. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};

/** Statements of a connection that wait for those started after them. */
const gathering = new WeakMap<ClientBase, Statement[]>();

/**
 * Sends every statement that `start` begins before it first waits in one packet over a pipelined connection, and has them
 * answered in one: left to pg each comes back in a packet of its own, which takes the server and us longer than a small
 * statement itself. In the order begun. Where one fails those after it are NotRun, so that even the end of a transaction
 * may travel along. A flight begun inside another is part of it.
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

/** A value as the server reads it in text; those the ledger's statements have. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (value instanceof Date) return value.toISOString();
  throw new TypeError('A statement in a flight takes text, numbers, dates and nothing.');
}

/** The columns a named statement answers, once a connection has told: asked for at every run, they cost as much as a small one. */
const described = new WeakMap<Wire, Map<string, readonly Field[]>>();

const smallBytes = 64 * 1024;

function submit(wire: Wire, list: readonly Statement[]): void {
  const parts: Buffer[] = [];
  const gathered: Wire = Object.create(wire, { _send: { value: (bytes: Buffer) => parts.push(bytes) } });
  const known = described.get(wire);
  // Before anything is on its way: a statement that cannot be sent must not leave those after it to themselves.
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
  // Many small pieces cost more than to copy them, a few large ones less.
  const isSmall = parts.reduce((sum, part) => sum + part.byteLength, 0) <= smallBytes;
  wire.stream.cork();
  for (const part of isSmall ? [Buffer.concat(parts)] : parts) wire.stream.write(part);
  wire.stream.uncork();
}

type Told = {
  fields: { name: string; dataTypeID: number }[];
};

/** Statements as one query of pg's, which hears of all of them in turn. */
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
        // What the server refuses ends the flight there; a lost connection leaves all the rest unknown.
        reject(index > 0 && 'severity' in error ? new NotRun() : error);
      });
      turn = list.length;
    },
    callback: () => undefined,
  };
  // A pipelined connection takes nothing but queries of pg's class, and asks them which statement was parsed.
  return Object.create(pg.Query.prototype, {
    ...Object.getOwnPropertyDescriptors(flight),
    name: { get: () => current()?.name },
    text: { get: () => current()?.text },
  });
}
