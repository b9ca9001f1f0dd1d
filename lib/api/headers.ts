/** Header of a response with the ID of the run that a report request started. */
export const runHeader = 'x-sharebook-run';
