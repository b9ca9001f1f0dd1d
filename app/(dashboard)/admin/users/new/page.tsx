export { metadata, NewUserPage as default } from '#features/users/new-user-page';
