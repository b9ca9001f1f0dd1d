export { metadata, UsersPage as default } from '#features/users/users-page';
