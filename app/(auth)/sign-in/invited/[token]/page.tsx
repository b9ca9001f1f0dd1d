export { InvitedPage as default, metadata } from '#features/sign-in/invited-page';
