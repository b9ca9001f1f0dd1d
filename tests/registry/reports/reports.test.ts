import { describe } from 'vitest';
import { registryOfFile } from '../boot.ts';
import { reportColumns } from './report-columns.ts';
import { reportForms } from './report-forms.ts';
import { reportJournals } from './report-journals.ts';
import { reportLabels } from './report-labels.ts';
import { reportRejections } from './report-rejections.ts';
import { reportSums } from './report-sums.ts';

const registry = registryOfFile();

describe('columns', () => reportColumns(registry));
describe('report formats', () => reportForms(registry));
describe('rejected reports', () => reportRejections(registry));
describe('report totals', () => reportSums(registry));
describe('journals and events', () => reportJournals(registry));
describe('labels', () => reportLabels(registry));
