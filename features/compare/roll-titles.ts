import type { RollColumn } from '#lib/register/transactions/roll-forward';

export const rollTitles: Readonly<Record<RollColumn, string>> = {
  issued: 'Issued',
  fromTreasury: 'From treasury',
  convertedIn: 'Converted in',
  convertedOut: 'Converted out',
  received: 'Received',
  surrendered: 'Surrendered',
  toTreasury: 'To treasury',
  retired: 'Retired',
  adjusted: 'Adjusted',
};
