import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The definition of a metric and the names of its labels. Names of counters end in `_total`; timings are in
 * seconds and become histograms.
 */
export type Definition = { kind: 'counter' | 'gauge' | 'timing'; help: string; labels?: readonly string[] };
export type Definitions = Readonly<Record<string, Definition>>;

type Named<D extends Definitions, Kind> = {
  [Name in keyof D]: D[Name] extends { kind: Kind } ? Name : never;
}[keyof D] &
  string;
type Labels<D extends Definition> = D extends { labels: readonly (infer Label extends string)[] }
  ? Readonly<Record<Label, string>>
  : Readonly<Record<string, never>>;
/** The arguments after the name of a counter: its labels, if it has any. */
export type LabelsGiven<D extends Definition> = D extends { labels: readonly string[] }
  ? [labels: Labels<D>]
  : [labels?: Labels<D>];
/** Values by label values. */
type Reading<D extends Definition> = number | readonly (readonly [Labels<D>, number])[];

export type Metrics<D extends Definitions> = {
  /** Adds one to a counter. */
  count<Name extends Named<D, 'counter'>>(name: Name, ...labels: LabelsGiven<D[Name]>): void;
  /** Adds one observation to the histogram of a timing. */
  time<Name extends Named<D, 'timing'>>(name: Name, labels: Labels<D[Name]>, seconds: number): void;
  /** Sets the function that reads a metric at each scrape; if it throws, the metric has no value. */
  collect<Name extends Named<D, 'counter' | 'gauge'>>(name: Name, read: () => Reading<D[Name]>): void;
  /** All metrics as Prometheus text, version 0.0.4. */
  text(): Promise<string>;
};

export type CounterName<D extends Definitions> = Named<D, 'counter'>;

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Bucket bounds in seconds, from a cached page to a large report. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Label values come from closed lists. If one does not, this limits memory here and at the collector. */
const seriesMax = 1_000;

/**
 * Metrics of one process, under predefined names, in a registry of their own. Label values must come from
 * closed lists: operations, statuses, states; never a user, an issuer, an ID or free text. Beyond 1,000 series,
 * a metric accepts no new ones.
 */
export function openMetrics<const D extends Definitions>(definitions: D): Metrics<D> {
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const readers = new Map<string, () => number | readonly (readonly [Record<string, string>, number])[]>();
  const series = new Map<string, Set<string>>();

  for (const [name, { kind, help, labels = [] }] of Object.entries(definitions)) {
    const about = { name, help, labelNames: [...labels], registers: [registry] };
    if (kind === 'timing') histograms.set(name, new Histogram({ ...about, buckets }));
    else if (kind === 'gauge') new Gauge({ ...about, collect: collectGauge });
    else counters.set(name, new Counter({ ...about, collect: collectCounter }));

    function collectGauge(this: Gauge): void {
      const values = valuesNow(name);
      this.reset();
      // A metric without labels is reset to 0, which would look like a reading.
      if (values.length === 0 && labels.length === 0) this.remove();
      for (const [given, value] of values) this.set(given, value);
    }

    function collectCounter(this: Counter): void {
      if (!readers.has(name)) return;
      const values = valuesNow(name);
      this.reset();
      for (const [given, value] of values) this.inc(given, value);
    }
  }

  function valuesNow(name: string): readonly (readonly [Record<string, string>, number])[] {
    try {
      const read = readers.get(name)?.() ?? [];
      return typeof read === 'number' ? [[{}, read]] : read;
    } catch {
      return [];
    }
  }

  function isAccepted(name: string, labels: Record<string, string>): boolean {
    const known = series.get(name) ?? new Set();
    series.set(name, known);
    const key = JSON.stringify(labels);
    if (known.size >= seriesMax) return known.has(key);
    known.add(key);
    return true;
  }

  return {
    count(name, ...[labels = {}]) {
      if (isAccepted(name, labels)) counters.get(name)?.inc(labels);
    },
    time(name, labels, seconds) {
      if (isAccepted(name, labels)) histograms.get(name)?.observe(labels, seconds);
    },
    collect(name, read) {
      readers.set(name, read);
    },
    text: () => registry.metrics(),
  };
}
