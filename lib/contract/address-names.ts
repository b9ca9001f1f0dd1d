/** The parts of an address that can be written, in the order people read them (interface, "Address object"). */
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
