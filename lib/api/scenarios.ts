import type { Step } from '../register/scenarios/steps.ts';
import { queryText, request } from './call.ts';

/** A saved scenario as a page has it; see lib/scenarios/rows.ts. */
export type Scenario = {
  id: string;
  name: string;
  asOf: string | null;
  steps: Step[];
  version: number;
  madeBy: string;
  changedBy: string;
  changedAt: string;
};

const addressOf = (id: string) => `/api/scenarios/${encodeURIComponent(id)}`;

type Save = Pick<Scenario, 'name' | 'asOf' | 'version'> & { issuer: number; steps: readonly Step[] };

/** Saves over a version, 0 for a new scenario. Throws ApiError `changed_meanwhile` where it has another one. */
export const saveScenario = async (id: string, save: Save) =>
  (await request(addressOf(id), { method: 'POST', body: save })) as Scenario;

export const readScenario = async (id: string, issuer: number) =>
  (await request(`${addressOf(id)}${queryText({ issuer })}`)) as Scenario;

export const deleteScenario = async (id: string, about: { issuer: number; version: number }) => {
  await request(addressOf(id), { method: 'DELETE', body: about });
};
