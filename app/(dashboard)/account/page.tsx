export { AccountPage as default, metadata } from '#features/account/account-page';
