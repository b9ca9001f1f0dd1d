export { DepositoryPage as default, generateMetadata } from '#features/depository/depository-page';
