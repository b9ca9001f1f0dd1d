// Loads the fictional transfer agent and its searches for lost holders.

import { recordSearch } from '#registry/ledger/core/record-verbs';
import type { World } from './world.ts';

/** The fictional transfer agent and its database searches for lost holders. */
export async function loadAgent(world: World): Promise<void> {
  await world.tx.query(
    `insert into agent (id, name, file_number, address1, address2, city, state, postal_code, country2_code, phone, email,
       web, participant_number, is_fictional)
     values (1, 'Harborline Registry & Transfer LLC', '084-00000', '1 HARBORLINE PLZ', 'FLOOR 9', 'WILMINGTON', 'DE',
       '19801', 'US', '302-555-0100', 'service@harborline.example', 'https://harborline.example', '7999', true)`,
  );
  const searches: [day: string, submitted: number, found: number][] = [
    ['2023-04-14', 121, 44],
    ['2023-10-16', 96, 31],
    ['2024-04-15', 142, 52],
    ['2024-10-15', 108, 36],
    ['2025-04-15', 184, 61],
    ['2025-10-15', 133, 40],
    ['2026-04-15', 167, 57],
    ['2026-10-15', 149, 48],
  ];
  for (const [searchedOn, submitted, found] of searches) {
    await recordSearch(world.tx, { searchedOn, service: 'Lanternlight Locator Service', submitted, found });
  }
}
