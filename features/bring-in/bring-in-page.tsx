// The page that imports registers.

import { routes } from '#lib/routes';
import { filesPage, filesTitle } from './files-page.tsx';

const registers = {
  kind: 'Register',
  title: 'Bring in a register',
  here: routes.bringIn(),
  operation: 'GetRegisterFiles',
  absent: 'This registry does not take registers from the dashboard.',
} as const;

export const generateMetadata = filesTitle(registers);

export const BringInPage = filesPage(registers);
