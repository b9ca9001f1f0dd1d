/** What other features show of the depository's positions. */
export { PositionTable } from './position-table.tsx';
