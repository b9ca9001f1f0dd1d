// Route handlers of links by which a file is sent: list, create and revoke.

import 'server-only';
import { randomBytes, randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { rightsOf, type User } from '#lib/access/roles';
import { ApiError, type FieldErrors } from '#lib/api/error';
import {
  type FileLink,
  linkDays,
  linkDownloads,
  type MadeLink,
  type NewFileLink,
  type RunLinks,
} from '#lib/api/file-links';
import { json } from '#lib/api/respond';
import { findLink, insertLink, linksOfRun, newestLinks, revokeLink } from '#lib/runs/links';
import { findRun, findRunsById, type RunRow } from '#lib/runs/rows';
import { emailKey } from '#lib/session/accounts/accounts';
import { hashPassword } from '#lib/session/accounts/password';
import { digestOf, newToken } from '#lib/session/sessions';
import { readSetting } from '#lib/store/installation';
import { type Asked, answerUser } from '../answer-user.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { isHolderShown } from '../perform.ts';
import { invalid, readBody, rejectForeign } from '../request.ts';
import { hasSecrets, isFileThere, linkState, linkView } from './link-rights.ts';
import { idForm, stillAllowed } from './own-run.ts';

const nameMax = 120;
/** Links of one run; more than a file has addressees, so that a script does not fill the store. */
const linksMax = 50;
const listMax = 100;

/** Eight digits: with ten attempts, one in ten million guesses is right; easy to read out on the phone. */
const newCode = () => String(randomInt(100_000_000)).padStart(8, '0');

type Where = {
  pool: Pool;
  context: GatewayContext;
  /** Path of the addressee's page. */
  pagePath: string;
};

/** A run for its owner, who may still have it, or for an administrator. Throws `not_found` for anybody else. */
async function runWithLinks({ pool }: Pick<Where, 'pool'>, user: User, id: string): Promise<RunRow> {
  const row = idForm.test(id) ? await findRun(pool, id) : null;
  const isOwn = row?.person === user.id && stillAllowed(user, row);
  if (!row || !(isOwn || (row.person !== user.id && rightsOf(user).administers)))
    throw new ApiError('not_found');
  return row;
}

/** The links of a run and whether another may be made; for its owner and for administrators. */
export async function readRunLinks(
  { pool, context }: Pick<Where, 'pool' | 'context'>,
  user: User,
  id: string,
): Promise<RunLinks> {
  const row = await runWithLinks({ pool }, user, id);
  const [isOn, links] = await Promise.all([readSetting(pool, 'sending'), linksOfRun(pool, id)]);
  const views = await Promise.all(
    links.map(async (link) => linkView(link, await linkState(context, link, row, isOn))),
  );
  const canSend =
    row.person !== user.id || row.state !== 'ready'
      ? 'no'
      : !isOn
        ? 'off'
        : hasSecrets(row)
          ? 'secret'
          : 'yes';
  return { canSend, links: views };
}

/** A link with its sender and its file, as administrators see it. */
export type ListedLink = FileLink & { sender: string; endpoint: string; issuer: number | null };

/** The newest links of all users, for administrators. */
export async function readNewestLinks({
  pool,
  context,
}: Pick<Where, 'pool' | 'context'>): Promise<ListedLink[]> {
  const [isOn, links] = await Promise.all([readSetting(pool, 'sending'), newestLinks(pool, listMax)]);
  const runs = await findRunsById(pool, [...new Set(links.map(({ run }) => run))]);
  const runOf = new Map(runs.map((row) => [row.id, row]));
  const listed = await Promise.all(
    links.map(async ({ sender_name: sender, ...link }) => {
      const row = runOf.get(link.run);
      if (!row) return [];
      const state = await linkState(context, link, row, isOn);
      const issuer = row.issuer === null ? null : Number(row.issuer);
      return [{ ...linkView(link, state), sender, endpoint: row.endpoint, issuer }];
    }),
  );
  return listed.flat();
}

/** GET /api/runs/<id>/links: the links by which a file was sent. */
export function handleLinkList(
  request: Request,
  where: Omit<Where, 'pagePath'>,
  id: string,
): Promise<Response> {
  return answerUser(
    request,
    where.context,
    { action: 'links-list', object: id.slice(0, 64) },
    async ({ user, requestId }) => json(await readRunLinks(where, user, id), { requestId, secure: false }),
  );
}

/**
 * POST /api/runs/<id>/links `{ name, email, days, downloads }`: makes a link for one addressee. Its address and its code are
 * in this answer only. For the owner of the run, who may have its file now; never for files with full tax IDs or access
 * codes.
 */
export function handleLinkMake(request: Request, where: Where, id: string): Promise<Response> {
  return answerUser(
    request,
    where.context,
    { action: 'link-make', object: id.slice(0, 64), discloses: true },
    async (asked) => {
      rejectForeign(request, where.context.publicUrl);
      const made = await make(request, where, id, asked);
      return json(made, { requestId: asked.requestId, secure: false });
    },
  );
}

async function make(request: Request, where: Where, id: string, { user, tell }: Asked): Promise<MadeLink> {
  const { pool, context } = where;
  const row = await runWithLinks(where, user, id);
  const facts = { endpoint: row.endpoint, issuer: row.issuer === null ? null : Number(row.issuer) };
  tell(facts);
  if (row.person !== user.id) throw new ApiError('not_found');
  if (!(await readSetting(pool, 'sending')))
    throw new ApiError('forbidden', { message: 'Sending files is off. An administrator can allow it.' });
  if (hasSecrets(row))
    throw new ApiError('forbidden', {
      message: 'A file with full tax IDs or access codes cannot be sent by a link.',
    });
  const { name, email, days, downloads } = readNew(await readBody(request));
  if (!(await isHolderShown(context, user, row))) throw new ApiError('not_found');
  if (!(await isFileThere(context, row))) throw new ApiError('expired');
  const leave = context.limits.enter(user.id, 'send');
  try {
    if ((await linksOfRun(pool, id)).length >= linksMax)
      throw new ApiError('forbidden', {
        message: `A file can be sent ${linksMax} times. Run the report again to send it to more people.`,
      });
    const [token, code] = [newToken(), newCode()];
    const link = await insertLink(pool, {
      id: randomBytes(16).toString('base64url'),
      run: id,
      person: user.id,
      tokenHash: digestOf(token),
      codeHash: await hashPassword(code),
      name,
      email,
      days,
      downloadsMax: downloads,
    });
    tell({
      object: link.id,
      effectiveDate: row.as_of,
      detail: { run: id, name, email, days, downloads, sha256: row.sha256 },
    });
    // After the number sign: a browser sends this part to no server, so that it is in no log.
    const address = `${context.publicUrl}${where.pagePath}#${token}`;
    return { address, code, link: linkView(link, 'open') };
  } finally {
    leave();
  }
}

/** DELETE /api/runs/<id>/links/<link>: closes a link now, for its sender, also without access to the file, and for administrators. */
export function handleLinkRevoke(
  request: Request,
  { pool, context }: Omit<Where, 'pagePath'>,
  { run, link: id }: { run: string; link: string },
): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'link-revoke', object: id.slice(0, 64), discloses: true },
    async ({ user, requestId, tell }) => {
      rejectForeign(request, context.publicUrl);
      const link = idForm.test(id) ? await findLink(pool, id) : null;
      if (link?.run !== run || !(link.person === user.id || rightsOf(user).administers))
        throw new ApiError('not_found');
      const row = await findRun(pool, run);
      const revoked = await revokeLink(pool, id, user.id);
      tell({
        endpoint: row?.endpoint ?? null,
        issuer: row?.issuer == null ? null : Number(row.issuer),
        detail: {
          run,
          name: link.addressee_name,
          email: link.addressee_email,
          ...(revoked ? {} : { before: true }),
        },
      });
      return json({ revoked }, { requestId, secure: false });
    },
  );
}

/** The body of a new link. Throws ApiError `invalid` that names every wrong field. */
function readNew(body: unknown): NewFileLink {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid({ '': ['The body must be an object.'] });
  const { name, email, days, downloads, ...others } = body as Record<string, unknown>;
  const fields: FieldErrors = {};
  for (const other of Object.keys(others)) fields[other] = ['Unknown field.'];
  const text = typeof name === 'string' ? name.trim() : '';
  if (text === '' || text.length > nameMax || /\p{Cc}/u.test(text))
    fields.name = [`Enter the addressee’s name, at most ${nameMax} characters.`];
  const mail = typeof email === 'string' ? email.trim() : '';
  if (emailKey(mail) === null) fields.email = ['Enter a valid email address.'];
  if (!linkDays.some((one) => one === days)) fields.days = [`This must be one of ${linkDays.join(', ')}.`];
  if (!linkDownloads.some((one) => one === downloads))
    fields.downloads = [`This must be one of ${linkDownloads.join(', ')}.`];
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return { name: text, email: mail, days: Number(days), downloads: Number(downloads) };
}
