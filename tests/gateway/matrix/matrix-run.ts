// Sends the cells of the access matrix and compares responses with what is expected.

import type { StandIn } from '#tests/fakes/registry';
import { operations } from '#tests/interface/operations';
import { agentAndOfficers, figures } from '#tests/interface/role-letters';
import type { Cell } from './matrix-cells.ts';
import { canary, isProof } from './matrix-registry.ts';
import type { Cast } from './matrix-users.ts';

export type Requested = { status: number; text: string; location: string | null };
/** Sends a cell's request as our own pages would; a header with an empty value is removed. */
export type Send = (cell: Cell, cookie: string) => Promise<Requested>;

const abreast = 16;
/** As many files as one user may send or get at the same time. */
const filesAbreast = 4;

const isFile = ({ operation }: Cell) => ['upload', 'bytes'].includes(operations[operation]?.responses ?? '');

/** Cells that are sent at the same time. */
function chunksOf(cells: readonly Cell[], size: number): Cell[][] {
  return Array.from({ length: Math.ceil(cells.length / size) }, (_, at) =>
    cells.slice(at * size, (at + 1) * size),
  );
}

/** What is wrong with a response, or null. */
function wrongOf(cell: Cell, { status, text, location }: Requested, upstreamHost: string): string | null {
  const { expected, subject } = cell;
  const code = (safely(text) as { error?: { code?: string } } | null)?.error?.code;
  // A response to HEAD has no body that could hold an error code.
  const output = expected.code && cell.request.method !== 'HEAD' ? expected.code : code;
  if (status !== expected.status || code !== output)
    return `${status} ${code ?? ''} instead of ${expected.status} ${expected.code ?? ''}: ${text.slice(0, 200)}`;
  if (expected.to && !expected.to.test(location ?? '')) return `led to ${location}`;
  // A reveal returns one number that was requested by itself, with a reason.
  const given = cell.operation === 'reveal' && status === 200;
  if (canary.taxId.test(text) !== given) return given ? 'no tax id' : 'a full tax id';
  if (canary.secret.test(text) || text.includes(upstreamHost)) return 'a secret of the registry';
  if (!agentAndOfficers.includes(subject.letter || '-') && canary.contact.test(text)) return 'contact data';
  if (status !== 200) return canary.ofIssuer.exec(text) ? 'data in a refusal' : null;
  return wrongInside(cell, text);
}

function wrongInside({ subject, operation, request }: Cell, text: string): string | null {
  const issuers = [...text.matchAll(canary.ofIssuer)].map((match) => Number(match[1]));
  if (subject.issuers !== 'all' && issuers.some((one) => !subject.issuers.includes(one as never)))
    return `rows of issuers ${[...new Set(issuers)]}`;
  const responses = operations[operation]?.responses;
  if (responses === 'file' && !request.body?.includes('"returnJSON":true')) {
    const only = /^\{"downloadUrl":"http:\/\/127\.0\.0\.1:\d+\/api\/runs\/[\w-]{22}\/file"\}$/;
    return only.test(text) ? null : `more than the address of a run: ${text.slice(0, 200)}`;
  }
  if (operation === 'GetTransferAgentIssuers' && !figures.includes(subject.letter)) {
    const names = new Set((JSON.parse(text) as object[]).flatMap((one) => Object.keys(one)));
    return [...names].sort().join() === 'customerIssuerId,name' ? null : `fields ${[...names]}`;
  }
  if (!namesItsFields.has(operation)) return null;
  if (canary.unknown.test(text)) return 'a field the interface does not have';
  // The canaries must be present as far as this user may see them; otherwise the checks above cannot fail.
  if (issuers.length === 0) return subject.issuers.length === 0 ? null : 'nothing of the issuer';
  if (operation === 'GetShareholderDetails' && !text.includes('*****1234')) return 'no masked tax id';
  return agentAndOfficers.includes(subject.letter) && !canary.contact.test(text)
    ? 'contact data is missing'
    : null;
}

/** Operations whose response names holders or issuers and whose fields the interface shows. */
const namesItsFields = new Set([
  'GetTransferAgentIssuers',
  'GetShareholderDetails',
  'GetShareholderCapTable',
]);

function safely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Runs all cells: first those that may make no call, so that the fake registry's count must stay at zero, then
 * those that may only verify ownership, then the rest. Returns descriptions of the wrong ones.
 */
export async function runMatrix(
  cells: readonly Cell[],
  cast: Cast,
  registry: StandIn,
  send: Send,
): Promise<string[]> {
  const { host } = new URL(registry.base);
  const wrong: string[] = [];
  const tokensBefore = registry.tokenRequests;
  let turn = 0;
  for (const upstream of ['none', 'proofs', 'any'] as const) {
    const these = cells.filter(({ expected }) => expected.upstream === upstream);
    const chunks = [
      ...chunksOf(
        these.filter((cell) => !isFile(cell)),
        abreast,
      ),
      ...chunksOf(these.filter(isFile), filesAbreast),
    ];
    for (const chunk of chunks) {
      registry.calls.length = 0;
      await Promise.all(
        chunk.map(async (cell) => {
          const users = cast.get(cell.subject.name) ?? [];
          turn += 1;
          const response = await send(cell, users[cell.person ?? turn % users.length]?.cookie ?? '');
          const what = wrongOf(cell, response, host);
          if (what) wrong.push(`${cell.name}: ${what}`);
        }),
      );
      const calls = registry.calls.filter((call) => upstream === 'none' || !isProof(call));
      if (upstream !== 'any' && calls.length > 0)
        wrong.push(
          `one of ${chunk.map(({ name }) => name).join(' | ')}: ${calls.map((call) => call.method + call.path).join(', ')}`,
        );
    }
    if (upstream === 'none' && registry.tokenRequests > tokensBefore)
      wrong.push('a token was asked for before anything was allowed');
  }
  return wrong;
}
