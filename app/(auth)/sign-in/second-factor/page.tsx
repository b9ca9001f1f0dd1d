export { metadata, SecondFactorPage as default } from '#features/sign-in/second-factor-page';
