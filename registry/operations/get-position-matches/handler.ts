import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { type MatchResult, matchResults } from '#lib/proof/depository/match';
import type { Db } from '#registry/db/session';
import { inSnapshot } from '#registry/db/session';
import { positionFacts } from '#registry/queries/depository/facts';
import { brokenSince, classMatches } from '#registry/queries/depository/matches';
import type { Context } from '../parts/context.ts';
import { shownPosition } from '../parts/response/depository.ts';
import {
  needAllIssuersForPositions,
  positionFileById,
  shownPositionFile,
} from '../parts/response/position-file.ts';

type ClassRow = { issuer_id: bigint; customer_id: bigint; issuer: string; id: bigint; name: string };

/** A position file against the nominee's balances of its day, breaks first. */
export async function getPositionMatches(
  ctx: Context,
  input: RequestFor<'GetPositionMatches'>,
): Promise<ExactResponseFor<'GetPositionMatches'>> {
  needAllIssuersForPositions(ctx);
  return inSnapshot(ctx.pool, async (db) => {
    const file = await positionFileById(db, input.positionFileId);
    const classes = await allClasses(db);
    const question = { file, issuerIds: [...new Set(classes.map((row) => row.issuer_id))] };
    const matches = await classMatches(db, question);
    const since = await brokenSince(db, question, matches);
    const known = new Map(classes.map((row) => [row.id, row]));
    const rank = ({ result }: { result: MatchResult }) => matchResults.indexOf(result);
    const unknown = await db.query<{ line: number; cusip: string; description: string; position: bigint }>(
      `select p.line, p.cusip, p.description, p.position from depository_position p
        where p.file_id = $1 and not p.cusip = any ($2::text[]) order by p.line`,
      [file.id, matches.map(({ cusip }) => cusip)],
    );
    return {
      file: shownPositionFile(file),
      positions: matches
        .map((match) => {
          const row = known.get(match.classId);
          return {
            customerIssuerId: row?.customer_id ?? 0n,
            issuerName: row?.issuer ?? '',
            ...shownPosition(positionFacts(match, row?.name ?? '', since)),
          };
        })
        .sort((a, b) => rank(a) - rank(b)),
      unknown: unknown.rows,
    };
  });
}

async function allClasses(db: Db): Promise<ClassRow[]> {
  const { rows } = await db.query<ClassRow>(
    `select k.issuer_id, i.customer_id, i.name as issuer, k.id, k.name
       from security_class k join issuer i on i.id = k.issuer_id order by i.customer_id, k.id`,
  );
  return rows;
}
