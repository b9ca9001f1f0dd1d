// Route handlers of saved scenarios.

import 'server-only';
import type { Pool } from 'pg';
import { canSaveScenarios, canSeeScenarios } from '../access/can.ts';
import type { User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { json } from '../api/respond.ts';
import { fieldErrors } from '../contract/error-texts.ts';
import {
  deleteScenario,
  findScenario,
  listScenarios,
  type SavedScenario,
  saveScenario,
} from '../scenarios/rows.ts';
import { scenarioSave, scenariosMax } from '../scenarios/schema.ts';
import { type Asked, answerUser } from './answer-user.ts';
import type { GatewayContext } from './gateway-context.ts';
import { invalid, readBody, rejectForeign } from './request.ts';

const idForm = /^[\w-]{16,64}$/;
const bytesMax = 128 * 1024;

const changed = () =>
  new ApiError('changed_meanwhile', {
    message:
      'Another user has saved or deleted this scenario since you opened it. Nothing was saved, and what you entered is still on the page.',
  });

/** The scenarios of an issuer, last changed first; none for users who may not see its cap table. */
export async function scenariosFor(pool: Pool, user: User, issuer: number): Promise<SavedScenario[]> {
  return canSeeScenarios(user, issuer) ? listScenarios(pool, issuer) : [];
}

/** One scenario of an issuer, or null. */
export async function scenarioFor(
  pool: Pool,
  user: User,
  issuer: number,
  id: string,
): Promise<SavedScenario | null> {
  return canSeeScenarios(user, issuer) && idForm.test(id) ? findScenario(pool, issuer, id) : null;
}

const actions: Readonly<Record<string, string>> = { POST: 'scenario-save', DELETE: 'scenario-delete' };

/**
 * `/api/scenarios/<id>`: GET `?issuer=` gives a saved scenario. POST `{ issuer, version, name, asOf, steps }` saves over the
 * version that was opened, or makes the scenario at version 0. DELETE `{ issuer, version }` deletes it. A version that has
 * been changed since is refused with 409. Never throws.
 */
export function handleScenario(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  id: string,
): Promise<Response> {
  const action = actions[request.method] ?? 'scenario-read';
  return answerUser(request, context, { action }, async (asked) => {
    const about = { requestId: asked.requestId, secure: false };
    if (!idForm.test(id)) throw new ApiError('not_found');
    asked.tell({ object: id });
    if (request.method === 'GET') {
      const issuer = issuerFor(
        asked,
        Number(new URL(request.url).searchParams.get('issuer')),
        canSeeScenarios,
      );
      const found = await findScenario(pool, issuer, id);
      if (!found) throw new ApiError('not_found');
      return json(found, about);
    }
    rejectForeign(request, context.publicUrl);
    const body = ((await readBody(request)) ?? {}) as Record<string, unknown>;
    const issuer = issuerFor(asked, body.issuer, canSaveScenarios);
    if (request.method === 'DELETE') {
      const { version } = body;
      if (!Number.isSafeInteger(version)) throw invalid({ version: ['This must be a whole number.'] });
      const found = await findScenario(pool, issuer, id);
      if (found) asked.tell({ detail: { name: found.name } });
      if (!(await deleteScenario(pool, issuer, id, version as number))) throw changed();
      return json({ id }, about);
    }
    if (JSON.stringify(body).length > bytesMax) throw new ApiError('too_large');
    const read = scenarioSave.safeParse(body);
    if (!read.success) throw invalid(fieldErrors(scenarioSave, read.error.issues, body));
    const { name, asOf, steps, version } = read.data;
    asked.tell({
      detail: { name: name.trim(), steps: steps.length, version: version + 1 },
      effectiveDate: asOf,
    });
    const saved = await saveScenario(pool, asked.user.id, {
      ...{ id, issuer, asOf, steps, version },
      name: name.trim(),
    });
    if (saved === 'full')
      throw invalid({ name: [`This issuer has ${scenariosMax} scenarios. Delete one first.`] });
    if (saved === 'changed') throw changed();
    return json(saved, about);
  });
}

/** The issuer of a request, where the user has the right. */
function issuerFor(
  { user, tell }: Asked,
  given: unknown,
  may: (user: User, issuer: number) => boolean,
): number {
  if (!Number.isSafeInteger(given) || (given as number) <= 0)
    throw invalid({ issuer: ['This must be the ID of an issuer.'] });
  if (!may(user, given as number)) throw new ApiError('forbidden');
  tell({ issuer: given as number });
  return given as number;
}
