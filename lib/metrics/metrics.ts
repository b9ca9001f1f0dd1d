/**
 * The definition of a metric. Names of counters end in `_total`; timings are in seconds and become histograms.
 */
export type Definition = { kind: 'counter' | 'gauge' | 'timing'; help: string };
type Labels = Readonly<Record<string, string>>;
/** Values of a gauge by label values, read at each scrape. */
type Reading = number | readonly (readonly [Labels, number])[];

export type Metrics<Name extends string> = {
  /** Adds to a counter. */
  count(name: Name, labels?: Labels, by?: number): void;
  /** Adds one observation to the histogram of a timing. */
  time(name: Name, labels: Labels, seconds: number): void;
  /** Registers a function that reads a gauge's value; if it throws, the gauge is left out. */
  gauge(name: Name, read: () => Reading): void;
  /** All metrics as Prometheus text, version 0.0.4. */
  text(): string;
};

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** Bucket bounds in seconds, from a cached page to a large report. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Label values come from closed lists. If one does not, this limits memory here and at the collector. */
const seriesMax = 1_000;

type Timing = { counts: number[]; sum: number; count: number };

/**
 * Counters, timings and gauges of one process, under predefined names. Label values must come from closed
 * lists: operations, statuses, states; never a user, an issuer, an ID or free text. Beyond 1,000 series, a
 * metric accepts no new ones.
 */
export function openMetrics<Name extends string>(definitions: Record<Name, Definition>): Metrics<Name> {
  const counters = new Map<Name, Map<string, number>>();
  const timings = new Map<Name, Map<string, Timing>>();
  const gauges = new Map<Name, () => Reading>();

  function series<T>(of: Map<Name, Map<string, T>>, name: Name, labels: Labels, fresh: () => T) {
    const all = of.get(name) ?? new Map<string, T>();
    of.set(name, all);
    const key = labelText(labels);
    const known = all.get(key);
    if (known === undefined && all.size >= seriesMax) return undefined;
    return { all, key, value: known ?? fresh() };
  }

  function linesOf(name: Name, kind: Definition['kind']): string[] {
    if (kind === 'counter')
      return [...(counters.get(name) ?? [])]
        .sort(byKey)
        .map(([key, value]) => `${name}${braced(key)} ${value}`);
    if (kind === 'timing')
      return [...(timings.get(name) ?? [])]
        .sort(byKey)
        .flatMap(([key, timing]) => histogram(name, key, timing));
    try {
      const read = gauges.get(name)?.() ?? [];
      const values = typeof read === 'number' ? [[{}, read] as const] : read;
      return values.map(([labels, value]) => `${name}${braced(labelText(labels))} ${value}`);
    } catch {
      return [];
    }
  }

  return {
    count(name, labels = {}, by = 1) {
      const at = series(counters, name, labels, () => 0);
      at?.all.set(at.key, at.value + by);
    },
    time(name, labels, seconds) {
      const at = series(timings, name, labels, () => ({ counts: bounds.map(() => 0), sum: 0, count: 0 }));
      if (!at) return;
      const { value } = at;
      const slot = bounds.findIndex((bound) => seconds <= bound);
      if (slot >= 0) value.counts[slot] = (value.counts[slot] ?? 0) + 1;
      value.sum += seconds;
      value.count += 1;
      at.all.set(at.key, value);
    },
    gauge(name, read) {
      gauges.set(name, read);
    },
    text() {
      const lines = (Object.entries(definitions) as [Name, Definition][]).flatMap(
        ([name, { kind, help }]) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${kind === 'timing' ? 'histogram' : kind}`,
          ...linesOf(name, kind),
        ],
      );
      return `${lines.join('\n')}\n`;
    },
  };
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
const braced = (labels: string) => (labels === '' ? '' : `{${labels}}`);

function labelText(labels: Labels): string {
  let text = '';
  for (const name in labels) text += `${text === '' ? '' : ','}${name}="${escaped(labels[name] ?? '')}"`;
  return text;
}

const escaped = (value: string) =>
  /[\\"\n]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
    : value;

function histogram(name: string, labels: string, { counts, sum, count }: Timing): string[] {
  const before = labels === '' ? '' : `${labels},`;
  let below = 0;
  return [
    ...bounds.map((bound, slot) => {
      below += counts[slot] ?? 0;
      return `${name}_bucket{${before}le="${bound}"} ${below}`;
    }),
    `${name}_bucket{${before}le="+Inf"} ${count}`,
    `${name}_sum${braced(labels)} ${sum}`,
    `${name}_count${braced(labels)} ${count}`,
  ];
}
