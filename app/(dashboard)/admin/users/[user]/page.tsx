export { metadata, UserPage as default } from '#features/users/user-page';
