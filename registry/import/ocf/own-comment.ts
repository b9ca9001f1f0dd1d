/**
 * Facts of ours for which an object of the format has no property: one line of its `comments`, which other readers
 * pass over.
 */
const start = 'sharebook/1 ';

export type OwnFacts = Readonly<Record<string, unknown>>;

/** The `comments` of an object; none where there is nothing to say. */
export function ownComment(facts: OwnFacts): { comments?: string[] } {
  const said = Object.entries(facts).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return said.length === 0 ? {} : { comments: [`${start}${JSON.stringify(Object.fromEntries(said))}`] };
}

/** The facts of our own line, and whether there are other comments. A line that is not ours has no facts. */
export function readOwnComment(comments: readonly string[] = []): { own: OwnFacts; hasOther: boolean } {
  const line = comments.find((one) => one.startsWith(start));
  const parsed = line === undefined ? undefined : factsOf(line.slice(start.length));
  return { own: parsed ?? {}, hasOther: comments.length > (parsed ? 1 : 0) };
}

function factsOf(text: string): OwnFacts | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as OwnFacts)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Those facts among the named ones that are texts. */
export function textFacts(own: OwnFacts, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = own[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}
