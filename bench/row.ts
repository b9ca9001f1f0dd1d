// Result rows of npm run bench, their limits, and medians of rounds.

/** A limit applies to the `ratio` to the baseline, the `value` itself, or what is `added` to the baseline. */
export type Limit = { of: 'ratio' | 'value' | 'added' } & ({ atMost: number } | { atLeast: number });

/** One result of `npm run bench`, as stored in bench/results.json. */
export type Row = {
  /** What was measured; unique within its subject. */
  measurement: string;
  unit: string;
  /** Median of the rounds. */
  value: number;
  /** Median of the baseline measured in the same rounds; null where the limit is absolute. */
  floor: number | null;
  /** Median of the rounds' ratios; null without a baseline. */
  ratio: number | null;
  rounds: number;
  /** Minimum and maximum over the rounds, of the value the limit applies to. */
  spread: readonly [number, number];
  limit: string | null;
  /** Null where there is no limit. */
  pass: boolean | null;
  /** What a reader has to know to interpret the result. */
  note?: string;
};

export type Form = {
  /** The long form: full sizes, many rounds. The short form takes seconds. */
  full: boolean;
};

export type Measure = (form: Form) => Promise<Row[]>;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const [low, high] = [sorted[half - 1], sorted[half]];
  if (high === undefined) return Number.NaN;
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}

/** The value below which `share` (0 to 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

type Given = {
  /** One figure per round. */
  values: readonly number[];
  /** The baseline of the same rounds, in the same order. */
  floors?: readonly number[];
  limit?: Limit;
  note?: string;
};

/**
 * A row from the values of its rounds. Each round is compared with its own baseline, since a busy machine slows
 * both; the median decides. Throws when nothing was measured, so that an empty run cannot pass.
 */
export function row(measurement: string, unit: string, { values, floors, limit, note }: Given): Row {
  const measured = [...values, ...(floors ?? [])];
  if (values.length === 0 || (floors && floors.length !== values.length) || !measured.every(Number.isFinite))
    throw new Error(`${measurement}: nothing was measured in some round.`);
  const against = (of: Limit['of']) =>
    values.map((value, round) => {
      if (of === 'value') return value;
      const floor = floors?.[round];
      if (floor === undefined) throw new Error(`${measurement}: the limit needs a floor.`);
      return of === 'ratio' ? value / floor : value - floor;
    });
  const judged = against(limit?.of ?? (floors ? 'ratio' : 'value'));
  return {
    measurement,
    unit,
    value: median(values),
    floor: floors ? median(floors) : null,
    ratio: floors ? median(against('ratio')) : null,
    rounds: values.length,
    spread: [Math.min(...judged), Math.max(...judged)],
    limit: limit ? limitText(limit, unit) : null,
    pass: limit ? holds(limit, median(judged)) : null,
    ...(note ? { note } : {}),
  };
}

function holds(limit: Limit, figure: number): boolean {
  return 'atMost' in limit ? figure <= limit.atMost : figure >= limit.atLeast;
}

function limitText(limit: Limit, unit: string): string {
  const bound = 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`;
  if (limit.of === 'ratio') return `${bound}×`;
  return `${bound} ${unit}${limit.of === 'added' ? ' over the floor' : ''}`;
}

/** Runs both in every round, in alternating order, so that a disturbance of the machine affects both. */
export async function alternating<T>(
  rounds: number,
  ours: (round: number) => Promise<T>,
  floor: (round: number) => Promise<T>,
): Promise<{ ours: T[]; floors: T[] }> {
  const result = { ours: [] as T[], floors: [] as T[] };
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 1) result.floors.push(await floor(round));
    result.ours.push(await ours(round));
    if (round % 2 === 0) result.floors.push(await floor(round));
  }
  return result;
}
