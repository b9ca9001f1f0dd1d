// The page that imports sheets with many instructions.

import { routes } from '#lib/routes';
import { filesPage, filesTitle } from './files-page.tsx';

const sheets = {
  kind: 'Bulk',
  title: 'Bulk sheets',
  here: routes.bulk(),
  operation: 'GetBulkResults',
  absent: 'This registry does not take bulk sheets from the dashboard.',
} as const;

export const generateMetadata = filesTitle(sheets);

export const BulkPage = filesPage(sheets);
