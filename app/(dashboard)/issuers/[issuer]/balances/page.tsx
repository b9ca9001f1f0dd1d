export { BalancesPage as default, generateMetadata } from '#features/balances/balances-page';
