export {
  generateMetadata,
  TransactionPage as default,
} from '#features/transactions/transaction/transaction-page';
