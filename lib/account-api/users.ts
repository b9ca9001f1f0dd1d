// Invites users and changes their accounts; for administrators.

import 'server-only';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { mayBeGrantedDocuments, type Role, rightsOf, roleNames, roles } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { env, registryNow } from '../env.ts';
import { isDate } from '../format/dates.ts';
import { todayIn } from '../format/today.ts';
import { routes } from '../routes.ts';
import { addUser, emailKey, setDisabled } from '../session/accounts/accounts.ts';
import { auditedChange } from '../session/accounts/audited-change.ts';
import { makeInvitation } from '../session/accounts/invitations.ts';
import {
  changeRights,
  NotAllowed,
  readUsers,
  replaceGrants,
  requireAdminOver,
  type UserView,
} from '../session/accounts/users.ts';
import {
  reasonOfReset,
  removeSecondFactors,
  resetReasonText,
} from '../session/second-factor/second-factor.ts';
import { endSessionsOf } from '../session/sessions.ts';
import { type AccountRequest, handleAccount, line, parsed, type Where } from './handler.ts';
import { lookUpIssuers } from './new-issuers.ts';
import { requireFresh } from './prove.ts';

const zone = () => env().registry.timeZone;

const grant = z.strictObject({
  issuer: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  until: z
    .string()
    .refine(
      (day) => isDate(day) && day >= todayIn(zone(), registryNow()),
      'The last day must be today or later.',
    )
    .nullable(),
});

const rights = {
  role: z.enum(roleNames as [Role, ...Role[]], 'Choose a role.'),
  grants: z
    .array(grant)
    .max(500)
    .refine(
      (all) => new Set(all.map(({ issuer }) => issuer)).size === all.length,
      'An issuer is listed twice.',
    ),
  /** May see documents of items; counts for roles of issuers only. */
  seesDocuments: z.boolean().default(false),
};

const inviteShape = z.strictObject({
  email: z.string().refine((text) => emailKey(text) !== null, 'Enter a valid email address.'),
  name: line(200),
  ...rights,
});

/** Only administrators, and only after recent authentication, because these changes can give anyone access. */
function requireAdministrator(requested: AccountRequest): void {
  if (!rightsOf(requested.standing.person).administers) throw new ApiError('forbidden');
  requireFresh(requested);
}

function requireFitting(role: Role, count: number): void {
  const all = roles[role].issuers === 'all';
  if (all === (count === 0)) return;
  const text = all ? 'This role covers all issuers. Do not add issuers.' : 'Add at least one issuer.';
  throw new ApiError('invalid', { fields: { grants: [text] }, message: text });
}

const grantsText = (grants: readonly { issuer: number; until: string | null }[]) =>
  grants.map(({ issuer, until }) => (until ? `${issuer} until ${until}` : `${issuer}`)).join(', ');

/** Rights as the audit trail has them. */
const rightsText = ({
  role,
  grants,
  seesDocuments,
}: {
  role: Role;
  grants: Parameters<typeof grantsText>[0];
  seesDocuments: boolean;
}) => ({
  role,
  issuers: grantsText(grants),
  ...(seesDocuments && mayBeGrantedDocuments(role) && { documents: 'yes' }),
});

const linkTo = (where: Where, token: string) => where.context.publicUrl + routes.invited(token);

/**
 * POST /api/accounts `{ email, name, role, grants: [{ issuer, until }] }`: invites a user. Returns the link,
 * which is shown only once: only its digest is stored, and who invites passes it on.
 */
export function handleInvite(request: Request, where: Where): Promise<Response> {
  return handleAccount(request, where, 'account-invite', null, async (requested) => {
    requireAdministrator(requested);
    const { email, name, role, grants, seesDocuments } = parsed(inviteShape, requested.body);
    requireFitting(role, grants.length);
    const actor = requested.standing.person.id;
    const unchecked = await lookUpIssuers(
      where.context,
      grants.map(({ issuer }) => issuer),
    );
    const made = await auditedChange(where.pool, async (client) => {
      const issuers = grants.map(({ issuer }) => issuer);
      const user = await addUser(client, { email, name, role, issuers, seesDocuments, password: null }).catch(
        taken,
      );
      await requireAdmin(client, actor, user);
      await replaceGrants(client, user, grants, zone());
      const link = await makeInvitation(client, user, actor);
      const after = { email, name, ...rightsText({ role, grants, seesDocuments }) };
      await requested.record({ object: user, after, ...detailsOf(unchecked) });
      return { person: user, ...link };
    });
    const link = linkTo(where, made.token);
    return { value: { id: made.person, link, expiresAt: made.expiresAt, unchecked } };
  });
}

/** Issuers that could not be looked up, for the audit trail. */
const detailsOf = (unchecked: readonly number[]): Partial<AuditEntry> =>
  unchecked.length > 0 ? { detail: { unchecked: unchecked.join(', ') } } : {};

function taken(error: Error): never {
  if (!/already has an account/.test(error.message)) throw error;
  throw new ApiError('invalid', { message: error.message, fields: { email: [error.message] } });
}

/** Turns the rules of `requireAdminOver` into ApiErrors. */
async function requireAdmin(client: ClientBase, actor: string, target: string): Promise<void> {
  await requireAdminOver(client, actor, target).catch((error: unknown) => {
    throw error instanceof NotAllowed ? new ApiError('forbidden', { message: error.message }) : error;
  });
}

const changeShape = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('rights'), ...rights }),
  z.strictObject({ action: z.literal('reset-second-factor'), reason: z.string().max(2048).default('') }),
  z.strictObject({ action: z.enum(['disable', 'enable', 'end-sessions', 'link']) }),
]);

type Change = z.output<typeof changeShape>;
type Made = { value: object; entry: Partial<AuditEntry> };

async function make(
  client: ClientBase,
  change: Change,
  target: UserView,
  actor: string,
  where: Where,
  unchecked: readonly number[],
): Promise<Made> {
  const { id, state } = target;
  if (change.action === 'rights') {
    requireFitting(change.role, change.grants.length);
    await changeRights(client, id, change, zone());
    return {
      value: { changed: true, unchecked },
      entry: {
        before: rightsText(target),
        after: rightsText(change),
        ...detailsOf(unchecked),
      },
    };
  }
  if (change.action === 'disable' || change.action === 'enable') {
    await setDisabled(client, id, change.action === 'disable');
    return {
      value: { changed: true },
      entry: { before: { state }, after: { state: change.action === 'disable' ? 'disabled' : 'active' } },
    };
  }
  if (change.action === 'end-sessions') {
    const ended = await endSessionsOf(client, id);
    return { value: { ended }, entry: { detail: { ended } } };
  }
  if (change.action === 'reset-second-factor') {
    const reason = reasonOfReset(change.reason);
    if (reason === null)
      throw new ApiError('invalid', {
        message: resetReasonText,
        fields: { reason: [resetReasonText] },
      });
    const removed = await removeSecondFactors(client, id);
    const ended = await endSessionsOf(client, id);
    return { value: { removed }, entry: { detail: { reason, removed, ended } } };
  }
  if (state === 'disabled') throw new ApiError('invalid', { message: 'Enable the account first.' });
  const { token, expiresAt } = await makeInvitation(client, id, actor);
  return { value: { link: linkTo(where, token), expiresAt }, entry: {} };
}

const idForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * POST /api/accounts/<id> `{ action, … }`: changes another user's account, at once and for open sessions too.
 */
export function handleUserChange(request: Request, id: string, where: Where): Promise<Response> {
  return handleAccount(request, where, 'account-change', id.slice(0, 64), async (requested) => {
    requireAdministrator(requested);
    const allowDemo = env().registry.demo;
    const read = idForm.test(id) ? await readUsers(where.pool, { zone: zone(), allowDemo, only: id }) : [];
    const target = read[0];
    if (!target) throw new ApiError('not_found');
    const change = parsed(changeShape, requested.body);
    const actor = requested.standing.person.id;
    // Only added issuers are looked up: revoking must work while the registry does not respond.
    const added = change.action === 'rights' ? change.grants.map(({ issuer }) => issuer) : [];
    const unchecked = await lookUpIssuers(
      where.context,
      added.filter((issuer) => !target.grants.some((grant) => grant.issuer === issuer)),
    );
    const value = await auditedChange(where.pool, async (client) => {
      await requireAdmin(client, actor, id);
      const made = await make(client, change, target, actor, where, unchecked);
      await requested.record({ ...made.entry, action: `account-${change.action}` });
      return made.value;
    });
    return { value };
  });
}
