import { afterAll, beforeAll, describe } from 'vitest';
import { bootRegistry, type Registry } from './boot.ts';
import { reportForms } from './report-forms.ts';
import { reportJournals } from './report-journals.ts';
import { reportLabels } from './report-labels.ts';
import { reportRefusals } from './report-refusals.ts';
import { reportSums } from './report-sums.ts';

let running: Registry | undefined;

function registry(): Registry {
  if (!running) throw new Error('The registry did not start.');
  return running;
}

beforeAll(async () => {
  running = await bootRegistry();
});
afterAll(() => running?.stop());

describe('forms of reports', () => reportForms(registry));
describe('refused reports', () => reportRefusals(registry));
describe('sums of reports', () => reportSums(registry));
describe('journals and events', () => reportJournals(registry));
describe('labels', () => reportLabels(registry));
