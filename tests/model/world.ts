import type { Pool, PoolClient } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import { addAccount } from '../../registry/ledger/accounts.ts';
import { openReserveIn } from '../../registry/ledger/capital.ts';
import { registerHolders } from '../../registry/ledger/holders.ts';
import { openClassIn, openIssuerBook } from '../../registry/ledger/issuers.ts';
import { LedgerRefusal } from '../../registry/ledger/refusal.ts';
import { writeBook } from '../../registry/ledger/write-book.ts';
import type { RegisterMemory } from '../../registry/queries/memory.ts';
import type { Address, Class, Day, Holder, Issuer, Model } from './shapes.ts';

const firstDay = '2024-01-02';
/** Everything is opened before anything can be effective. */
const openedOn = '2023-12-01';
export const agent = 'Model Registry & Transfer LLC';

/** One run: two issuers of its own in a database it shares with others, and what the model holds of them. */
export type World = {
  pool: Pool;
  /** Pipelined, for the handlers that write. */
  writers: Pool;
  memory: RegisterMemory;
  model: Model;
  today: Day;
  tick: number;
  /** The day whose evening has come: its postings carry the next UTC day. */
  evening: Day;
  /** What was done, for people who read a failure. */
  log: string[];
};

/** The registry and the model do not say the same. */
export class Divergence extends Error {}

/** Numbers of a step spent one after the other; 0 always means the plain choice, so that shrinking makes things plain. */
export function spender(numbers: readonly number[]) {
  let at = 0;
  const next = () => numbers[at++ % numbers.length]!;
  return {
    below: (limit: number) => next() % limit,
    one: <T>(list: readonly T[]): T => list[next() % list.length]!,
    /** True once in so many times. */
    rarely: (often: number) => next() % often === often - 1,
  };
}
export type Spender = ReturnType<typeof spender>;

/** Runs a verb in a transaction of its own; the model has said whether it must be allowed. */
export async function agreed<T>(
  world: World,
  name: string,
  isAllowed: boolean,
  work: (tx: PoolClient) => Promise<T>,
): Promise<T | undefined> {
  world.log.push(`${world.today} ${name}${isAllowed ? '' : ', to be refused'}`);
  try {
    const done = await withTransaction(world.pool, work);
    if (!isAllowed) throw new Divergence(`${name} should have been refused`);
    return done;
  } catch (error) {
    if (!(error instanceof LedgerRefusal)) throw error;
    if (isAllowed) throw new Divergence(`${name} was refused (${error.rule}): ${error.message}`);
    return undefined;
  }
}

let worlds = 0;

const blank = { address2: '', state: '', postalCode: '', email: '', phone: '', secondaryPhone: '' };
export const addresses: Address[] = [
  {
    address1: '1 A ST',
    city: 'ALBANY',
    state: 'NY',
    postalCode: '12207',
    country2Code: 'US',
    country: 'United States',
  },
  {
    address1: '2 B WAY',
    city: 'DUBLIN',
    country2Code: 'IE',
    country: 'Ireland',
    email: 'b@example.com',
    phone: '555-0101',
  },
  {
    address1: '3 C RD',
    address2: 'FL 2',
    city: 'OTTAWA',
    state: 'ON',
    postalCode: 'K1A 0A1',
    country2Code: 'CA',
    country: 'Canada',
  },
].map((one) => ({ ...blank, ...one }));
const noTax = { number: '', type: '', payee: '' };
export type Person = [lines: string[], sort: string, type: string];
const people: Person[] = [
  [['ALPHA A SAMPLE'], "O'sample, Alpha", 'Individual'],
  [['BETA SAMPLE &', 'GAMMA SAMPLE JT TEN'], 'SAMPLE, BETA', 'JointTenant'],
  [['Delta Holdings Inc'], 'Delta Holdings Inc', 'Corporation'],
  [['LARCH BANK CUST', 'FBO EPSILON IRA', 'ACCT 4412-88'], 'EPSILON', 'IRA'],
  [['ZETA TOOL CO 401K'], 'ZETA TOOL', 'Plan401K'],
  [['alpha b sample'], "O'SAMPLE, alpha", 'TransferOnDeath'],
  [['QUILL & CO'], 'QUILL & CO', 'NomineeOrDepository'],
  [['THE ISSUER'], 'ISSUER, THE', 'Corporation'],
];
const [nominee, treasury] = [6, 7];

/** Registers people; keys are unique in the database. */
export async function register(tx: PoolClient, list: readonly Person[], prefix: string): Promise<Holder[]> {
  const made = list.map(([lines, sort, type], at): Holder => {
    const primary = addresses[at % 3]!;
    const tax =
      at % 3 === 0 ? noTax : { number: `90001000${at % 10}`, type: 'SSN', payee: at % 2 ? 'PAYEE' : '' };
    const tax2 = at % 4 === 1 ? { number: '001234567', type: 'EIN', payee: '' } : noTax;
    const mailing = at % 4 === 2 ? addresses[1]! : null;
    const lost = at === 1 ? '2021-03-01' : at === 3 ? '2024-06-30' : '';
    return {
      id: 0n,
      key: `${prefix}-${at}`,
      lines,
      sort,
      type,
      primary,
      mailing,
      tax,
      tax2,
      isNominee: at === nominee,
      lost,
    };
  });
  const ids = await registerHolders(
    tx,
    made.map((one) => ({
      customerId: one.key,
      name: one.lines[0]!,
      name2: one.lines[1],
      name3: one.lines[2],
      sortName: one.sort,
      accountType: one.type,
      primaryTax: one.tax.number ? { ...one.tax, type: 'SSN' as const } : undefined,
      secondaryTax: one.tax2.number ? { ...one.tax2, type: 'EIN' as const } : undefined,
      isCertified: true,
      accessCode: 'AAAA-0000',
      lostSince: one.lost || undefined,
      isNominee: one.isNominee,
      primary: one.primary as never,
      mailing: (one.mailing ?? undefined) as never,
      recordedAt: `${openedOn}T10:00:00Z`,
    })),
  );
  return made.map((one, at) => ({ ...one, id: ids[at]! }));
}

export type Opening = Omit<Class, 'id' | 'issuer' | 'action' | 'isReversed' | 'isUnlimited'> & {
  authorized: bigint;
};

/** The ledger's input for a class; no limit is written as 0. */
export function classInput(cls: Opening, issuerId: bigint) {
  const { code, series, name, description, cusip, isDollar, hasPlan } = cls;
  return {
    ...{ issuerId, name, description, cusip, isDollar, hasPlan, code: code as 'C', series: series as 'A' },
    parValue: cls.par === null ? null : `${cls.par}`,
    authorized: cls.authorized || undefined,
    isDrsEligible: cls.isDrs,
    paperPrefix: cls.paper,
    bookPrefix: cls.book,
    openedOn: cls.opened,
    authority: 'Charter',
    recordedAt: `${cls.opened}T10:00:00Z`,
  };
}

const common: Opening = {
  ...{
    code: 'C',
    series: '',
    name: 'Common',
    description: '',
    cusip: '100990104',
    par: 0.001,
    isDollar: false,
  },
  ...{ isDrs: true, hasPlan: true, paper: 'CS', book: 'BE', opened: openedOn, authorized: 200_000n },
};
const preferred: Opening = {
  ...common,
  code: 'P',
  series: 'A',
  name: 'Preferred A',
  description: 'Series A convertible',
};
const bonds: Opening = {
  ...common,
  code: 'B',
  name: 'Bonds',
  isDollar: true,
  isDrs: false,
  hasPlan: false,
  par: null,
};
const classes: Opening[][] = [
  [common, { ...preferred, paper: 'PA', authorized: 60_000n }, { ...bonds, paper: 'B', authorized: 0n }],
  [
    { ...common, series: 'B', name: 'Class B', authorized: 0n },
    { ...common, code: 'W', name: 'Warrants', authorized: 30_000n },
  ],
];

export async function openWorld(pool: Pool, writers: Pool, memory: RegisterMemory): Promise<World> {
  worlds += 1;
  const number = worlds;
  const model: Model = {
    ...{
      agent,
      issuers: [],
      classes: [],
      holders: [],
      accounts: [],
      papers: [],
      txns: [],
      reserves: [],
      changes: [],
    },
    ...{ stops: [], proxies: [], dividends: [], differences: [], prices: [], escheats: [], members: [] },
  };
  await withTransaction(pool, async (tx) => {
    model.holders = await register(tx, people, `W${number}`);
    for (const [place, list] of classes.entries()) {
      const key = BigInt(number * 10 + place);
      const address = addresses[place]!;
      const input = { ...address, customerId: key, name: `Model ${key}`, kind: 'test' };
      const book = await openIssuerBook(tx, input);
      const issuer: Issuer = { id: book.issuerId, key, name: input.name, status: 'Active', address };
      model.issuers.push(issuer);
      for (const given of list) {
        const { authorized, ...facts } = given;
        const id = await openClassIn(book, classInput(given, issuer.id));
        const cls = { ...facts, id, issuer, action: '', isReversed: false, isUnlimited: authorized === 0n };
        model.classes.push(cls);
        if (authorized > 0n) model.changes.push({ cls, day: cls.opened, delta: authorized });
      }
      const cls = model.classes.at(-list.length)!;
      const plan = {
        issuerId: issuer.id,
        classId: cls.id,
        name: 'Plan',
        kind: 'Plan' as const,
        shares: 9_000n,
      };
      const stamp = { effectiveOn: openedOn, authority: 'Board', recordedAt: `${openedOn}T10:00:00Z` };
      if (place === 0) {
        const reserve = { id: await openReserveIn(book, { ...plan, ...stamp }), cls, name: plan.name };
        model.reserves.push(reserve);
        model.changes.push({ cls, reserve, day: openedOn, delta: plan.shares });
      }
      // Two of the registrations have no account at the second issuer.
      for (const [at, holder] of model.holders.entries()) {
        if (place === 1 && (at === 2 || at === 3)) continue;
        const isTreasury = at === treasury;
        const role = isTreasury ? ('treasury' as const) : ('holder' as const);
        const [name, name2 = '', name3 = ''] = holder.lines;
        const registration = {
          name: name!,
          name2,
          name3,
          sortName: holder.sort,
          isNominee: holder.isNominee,
        };
        addAccount(book, { issuerId: issuer.id, holderId: holder.id, role, openedOn }, registration);
        model.accounts.push({ issuer, holder, isTreasury });
      }
      await writeBook(book);
    }
  });
  return { pool, writers, memory, model, today: firstDay, tick: 0, evening: '', log: [] };
}
