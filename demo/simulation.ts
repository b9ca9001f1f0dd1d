import type { Entry } from '#registry/ledger/core/entry';
import type { Posted } from '#registry/ledger/core/post';
import type { TransferKind } from '#registry/ledger/core/sub-kinds';
import type { UnitOfWork } from '#registry/ledger/core/unit-of-work';
import { type TransferLine, transferIn } from '#registry/ledger/transfer';
import { follow, type Market } from './market/market.ts';
import { createPrng, type Prng } from './prng.ts';
import { type Participant, participants } from './words/participants.ts';
import { admit, createClock, type Known, type Mix, pickType, type World } from './world.ts';

/** The simulation state of one issuer: book, markets, clock and counters. */
export type Simulation = {
  world: World;
  book: UnitOfWork;
  issuerId: bigint;
  mix: Mix;
  /** False when the issuer has no paper certificates. */
  hasPaper: boolean;
  markets: Map<bigint, Market>;
  /** Prices of classes in the order of their days. */
  prices: Map<bigint, { day: string; amount: string }[]>;
  /** Brokers and banks, those that come most often to this issuer first. */
  presentors: readonly Participant[];
  stamp: (day: string) => string;
  streams: Map<string, Prng>;
  certificateCount: number;
  txnCount: number;
};

/** An item received, as known before it is posted. */
export type Item = {
  receivedOn: string;
  completedOn: string;
  isRoutine: boolean;
  /** Null: the registered holder. */
  presentor: Participant | null;
};

export function createSimulation(world: World, book: UnitOfWork, mix: Mix): Simulation {
  return {
    world,
    book,
    issuerId: book.issuerId,
    mix,
    hasPaper: true,
    markets: new Map(),
    prices: new Map(),
    presentors: createPrng(`harborline presentors of ${book.issuerName}`).shuffle(participants),
    stamp: createClock(),
    streams: new Map(),
    certificateCount: 0,
    txnCount: 0,
  };
}

/** The random numbers of one concern of an issuer: what one concern draws does not move the others. */
export function streamOf(simulation: Simulation, concern: string): Prng {
  const known = simulation.streams.get(concern);
  if (known) return known;
  const stream = createPrng(`harborline ${simulation.book.issuerName} ${concern}`);
  simulation.streams.set(concern, stream);
  return stream;
}

/** Updates every market after a posting and sets customer ids of certificates; one in twenty gets none. */
export function note(simulation: Simulation, posted: Posted): Posted {
  for (const one of posted.issued) {
    simulation.certificateCount += 1;
    // A position keeps the id of its first row.
    if (one.position) continue;
    one.customerId = simulation.certificateCount % 20 === 0 ? null : 500_000n + (one.id % 100_000_000n);
  }
  for (const market of simulation.markets.values()) follow(market, posted);
  return posted;
}

/** A customer id for four of five transactions. */
export function customerKey(simulation: Simulation): bigint | null {
  simulation.txnCount += 1;
  return simulation.txnCount % 5 === 0 ? null : 70_000n + BigInt(simulation.txnCount);
}

export function newHolder(simulation: Simulation, day: string): Known {
  const { world, book, mix } = simulation;
  return admit(world, book, world.people.make(pickType(world.rng, mix), day), day);
}

/** A depository item comes from a participant, any other also from the registered holder. */
function presentorOf(simulation: Simulation, item: Item, subKind: TransferKind): Participant | null {
  if (item.presentor || !subKind.startsWith('Depository')) return item.presentor;
  return participantFor(simulation, streamOf(simulation, 'participants'));
}

/** A few brokers present most of an issuer's items, others come rarely. */
export function participantFor({ presentors }: Simulation, rng: Prng): Participant {
  const place = rng.next();
  return presentors[Math.floor(place * place * presentors.length)]!;
}

export function transferEntry(
  simulation: Simulation,
  item: Item,
  subKind: TransferKind,
): Entry & { subKind: TransferKind } {
  const { rng } = simulation.world;
  const papers = subKind.startsWith('Depository')
    ? ['Depository instruction']
    : ['Assignment; medallion guarantee', 'Instruction letter; medallion guarantee'];
  return {
    customerId: customerKey(simulation),
    subKind,
    receivedOn: item.receivedOn,
    effectiveOn: item.completedOn,
    completedOn: item.completedOn,
    processedAt: simulation.stamp(item.completedOn),
    presentor: presentorOf(simulation, item, subKind)?.name,
    isPresented: true,
    isRoutine: item.isRoutine,
    chargeAmount: rng.pick(['0', '0', '35.00', '50.00', '75.00']),
    documents: rng.pick(papers),
    delivery: rng.pick(['Statement mailed', 'Electronic', 'Courier']),
    createdBy: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Operator' },
  };
}

/** Posts a transfer of certificates to lines and updates the markets. Without a presentor the holder presented it. */
export async function move(
  simulation: Simulation,
  entry: Entry & { subKind: TransferKind },
  certificates: readonly bigint[],
  lines: readonly TransferLine[],
  resolvesStops = false,
): Promise<Posted> {
  const { issuerId, book } = simulation;
  const presentor = entry.presentor ?? holderName(simulation, certificates[0]!);
  return note(
    simulation,
    await transferIn(book, { issuerId, entry: { ...entry, presentor }, certificates, lines, resolvesStops }),
  );
}

/** The registration of a certificate's holder. */
export function holderName({ book }: Simulation, certificateId: bigint): string {
  const certificate = book.certificates.get(certificateId);
  return (certificate && book.accounts.get(certificate.holderId)?.label) ?? '';
}

/** One item in three is presented by the registered holder. */
export function pickPresentor(simulation: Simulation): Participant | null {
  const { rng } = simulation.world;
  return rng.chance(0.35) ? null : participantFor(simulation, rng);
}

/** The price of a class on a day, or undefined where it has none. */
export function priceOn({ prices }: Simulation, classId: bigint, day: string): string | undefined {
  return prices.get(classId)?.findLast((price) => price.day <= day)?.amount;
}
