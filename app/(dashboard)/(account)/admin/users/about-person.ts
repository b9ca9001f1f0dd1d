import type { PersonState } from '#lib/session/people';

/** What a state of an account is called. */
export const stateWords: Readonly<Record<PersonState, string>> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
};
