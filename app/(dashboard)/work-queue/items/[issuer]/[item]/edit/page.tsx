export {
  EditItemPage as default,
  editItemMetadata as generateMetadata,
} from '#features/item-entry/entry-page';
