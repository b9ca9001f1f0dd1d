/**
 * The OAuth `scope` of a token (RFC 6749 §3.3), words separated by one space: `read` or `write`, `agent` for the
 * agent operations, whose writes also need `write`, and `issuer:<customerIssuerId>` per issuer, or `issuer:*` for
 * all issuers, or `issuer:none` for none.
 */
type Right = 'read' | 'write' | 'agent';

/** Rights of each word. Responses list the words in this order. */
const allows: Readonly<Record<Right, readonly Right[]>> = {
  read: ['read'],
  write: ['read', 'write'],
  agent: ['read', 'agent'],
};
const rightWords = Object.keys(allows) as Right[];

/** What a client may do. */
export type Rights = {
  canWrite: boolean;
  /** May use the agent operations: their reads, and their writes where it may write. */
  isAgent: boolean;
  /** The customer issuer ids granted, or 'all'. */
  issuers: 'all' | ReadonlySet<bigint>;
};

export type TokenScope = {
  rights: ReadonlySet<Right>;
  /**
   * The issuers named, or 'all' for `issuer:*`. Null when none is named: the token then has the client's
   * issuers.
   */
  issuers: 'all' | ReadonlySet<bigint> | null;
};

/** Maximum number of issuers in one token's scope. */
const issuersMax = 500;
/** Room for 500 issuers with the longest number, and the other words. */
const lengthMax = 12_500;
const issuerPattern = /^issuer:([1-9]\d{0,15})$/;
const everyIssuer = 'issuer:*';
const noIssuer = 'issuer:none';

export type ScopeRead = { ok: true; scope: TokenScope } | { ok: false; reason: string };

const wrong = (reason: string): ScopeRead => ({ ok: false, reason });

/** Parses a scope. The error text never repeats the input. */
export function readScope(text: string): ScopeRead {
  if (text.length > lengthMax) return wrong(`The scope is longer than ${lengthMax} characters.`);
  const words = text.split(' ');
  if (new Set(words).size < words.length) return wrong('The scope must name each word once.');
  const rights = new Set<Right>();
  const named = new Set<bigint>();
  for (const word of words) {
    const issuer = issuerPattern.exec(word)?.[1];
    if (issuer) named.add(BigInt(issuer));
    else if (Object.hasOwn(allows, word)) for (const right of allows[word as Right]) rights.add(right);
    else if (word !== everyIssuer && word !== noIssuer)
      return wrong(
        `The scope takes ${rightWords.join(', ')}, issuer:<customerIssuerId>, ${everyIssuer} and ${noIssuer}, with one space between.`,
      );
  }
  if (rights.size === 0) return wrong(`The scope must name ${rightWords.join(' or ')}.`);
  if (named.size > issuersMax) return wrong(`The scope names more than ${issuersMax} issuers.`);
  const [every, none] = [words.includes(everyIssuer), words.includes(noIssuer)];
  if (Number(every) + Number(none) + Number(named.size > 0) > 1)
    return wrong(`The scope must name issuers, ${everyIssuer} or ${noIssuer}, one of the three.`);
  if (every) return { ok: true, scope: { rights, issuers: 'all' } };
  return { ok: true, scope: { rights, issuers: none || named.size > 0 ? named : null } };
}

const rightsOf = ({ canWrite, isAgent }: Rights): ReadonlySet<Right> =>
  new Set([...allows[canWrite ? 'write' : 'read'], ...(isAgent ? allows.agent : [])]);

/** True when a client has all rights of a scope. */
export function hasAll(client: Rights, { rights, issuers }: TokenScope): boolean {
  if (!rights.isSubsetOf(rightsOf(client))) return false;
  if (issuers === null || client.issuers === 'all') return true;
  return issuers !== 'all' && issuers.isSubsetOf(client.issuers);
}

/** The rights of a token: what both the client and the scope allow. */
export function rightsUnder(client: Rights, { rights, issuers }: TokenScope): Rights {
  const both = () => {
    if (issuers === null || issuers === 'all') return client.issuers;
    return client.issuers === 'all' ? issuers : issuers.intersection(client.issuers);
  };
  return {
    canWrite: client.canWrite && rights.has('write'),
    isAgent: client.isAgent && rights.has('agent'),
    issuers: both(),
  };
}

/** The scope text of these rights; undefined when they include more issuers than a scope can name. */
export function scopeText(may: Rights): string | undefined {
  const { issuers } = may;
  const rights = rightsOf(may);
  const words: string[] = rightWords.filter((word) => rights.has(word));
  if (issuers === 'all') return [...words, everyIssuer].join(' ');
  if (issuers.size === 0) return [...words, noIssuer].join(' ');
  if (issuers.size > issuersMax) return undefined;
  const sorted = [...issuers].sort((a, b) => (a < b ? -1 : 1));
  return [...words, ...sorted.map((issuer) => `issuer:${issuer}`)].join(' ');
}
