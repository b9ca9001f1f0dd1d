export {
  NewItemPage as default,
  newItemMetadata as generateMetadata,
} from '#features/item-entry/entry-page';
