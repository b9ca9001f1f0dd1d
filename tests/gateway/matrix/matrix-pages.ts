// Cells of the access matrix: every page for every subject, opened in the built dashboard.

import { everyPage } from '#e2e/support/every-page';
import type { StandIn } from '#tests/fakes/registry';
import { operations } from '#tests/interface/operations';
import { agent, agentAndOfficers, figures } from '#tests/interface/role-letters';
import { A, isOut, type Subject, subjects } from './matrix-cells.ts';
import { canary } from './matrix-registry.ts';
import type { Cast } from './matrix-users.ts';

/** Subjects whose pages are opened; the others have the same rights as one of these. */
const looking = new Set([
  'anonymous',
  'account disabled',
  'admin',
  'operator',
  'officer of A',
  'officer of none',
  'viewer of A',
  'viewer of A and B',
  'downloader of A',
]);

type Visit = (typeof everyPage)[number];
export type PageCell = { name: string; subject: Subject; path: string; may: boolean };

/** The issuer in a path: the user's own, another's, and two that do not exist. */
const issuers: [string, string][] = [
  ['own', `${A}`],
  ['other', '1002'],
  ['non-existing', '987654'],
  ['malformed', `0${A}`],
];

function mayOpen(subject: Subject, { who }: Visit, issuer: string | null): boolean {
  if (isOut(subject)) return false;
  if (who === 'agent' && !agent.includes(subject.letter)) return false;
  if (who === 'agent and officers' && !agentAndOfficers.includes(subject.letter)) return false;
  if (who === 'figures' && !figures.includes(subject.letter)) return false;
  if (issuer === null) return true;
  if (!/^[1-9]\d*$/.test(issuer) || issuer === '987654') return false;
  return subject.issuers === 'all' || subject.issuers.includes(Number(issuer));
}

/** Every page of the sweep for every subject, for issuers granted and not. */
export function pageCells(): PageCell[] {
  const seen = subjects.filter(({ name }) => looking.has(name));
  return everyPage.flatMap((visit) => {
    const inPath = visit.path.includes(`/${A}`);
    const variants: [string, string | null][] = inPath ? issuers : [['', null]];
    return seen.flatMap((subject) =>
      variants
        .filter(([name]) => !isOut(subject) || name === 'own' || name === '')
        .map(([name, issuer]) => ({
          name: `${subject.name} · page ${visit.route} ${name}`,
          subject,
          path: issuer === null ? visit.path : visit.path.replace(`/${A}`, `/${issuer}`),
          may: mayOpen(subject, visit, issuer),
        })),
    );
  });
}

function wrongOf(
  { subject, may }: PageCell,
  response: Response,
  text: string,
  calls: readonly string[],
): string | null {
  if (isOut(subject)) {
    const led = /\/sign-in/.test(response.headers.get('location') ?? text);
    return led && calls.length === 0
      ? null
      : `${response.status}, ${calls.length} calls: ${text.slice(0, 100)}`;
  }
  if (canary.secret.test(text)) return 'a secret of the registry';
  if (canary.taxId.test(text)) return 'a full tax id';
  const shown = [...text.matchAll(canary.ofIssuer)].map((match) => Number(match[1]));
  if (subject.issuers !== 'all' && shown.some((one) => !subject.issuers.includes(one as never)))
    return `data of issuers ${[...new Set(shown)]}`;
  if (!agentAndOfficers.includes(subject.letter) && canary.contact.test(text)) return 'contact data';
  // The fake registry's responses are not real figures, so a page may report an error; it must not redirect.
  if (may)
    return response.status < 300 || response.status >= 400
      ? null
      : `led to ${response.headers.get('location')}`;
  // The page frame needs the issuers' names, and which agent operations there are; nothing else may be requested for a
  // page the user may not see.
  const ofFrame = [operations.GetTransferAgentIssuers?.path, operations.GetAgentOperations?.path];
  const more = calls.filter((path) => !ofFrame.includes(path));
  return more.length > 0 ? `asked for ${more.join(', ')}` : null;
}

/**
 * Opens the pages serially, every second one as the client-side router does. Returns descriptions of the wrong
 * ones, and how many showed their reader data of an issuer.
 */
export async function runPages(
  cells: readonly PageCell[],
  cast: Cast,
  registry: StandIn,
  url: string,
): Promise<{ wrong: string[]; showing: number }> {
  const wrong: string[] = [];
  let showing = 0;
  for (const [index, cell] of cells.entries()) {
    registry.calls.length = 0;
    const cookie = cast.get(cell.subject.name)?.[0]?.cookie ?? '';
    const headers = { ...(cookie ? { cookie } : {}), ...(index % 2 ? { rsc: '1' } : {}) };
    // The router's requests carry a parameter that the server checks.
    const search = index % 2 ? `${cell.path.includes('?') ? '&' : '?'}_rsc=` : '';
    const response = await fetch(url + cell.path + search, { headers, redirect: 'manual' });
    const text = await response.text();
    const what = wrongOf(
      cell,
      response,
      text,
      registry.calls.map(({ path }) => path),
    );
    if (what) wrong.push(`${cell.name} ${cell.path}: ${what}`);
    if (cell.may && /OF-\d/.test(text)) showing += 1;
  }
  return { wrong, showing };
}
