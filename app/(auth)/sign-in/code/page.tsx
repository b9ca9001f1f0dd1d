export { CodePage as default, metadata } from '#features/sign-in/code-page';
