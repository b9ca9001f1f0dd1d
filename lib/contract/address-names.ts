/** The fields of an address that can be written, in reading order. */
export const addressNames = [
  'address1',
  'address2',
  'city',
  'state',
  'postalCode',
  'country2Code',
  'email',
  'phone',
  'secondaryPhone',
] as const;
