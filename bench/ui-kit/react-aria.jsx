import { parseDate } from '@internationalized/date';
import {
  Button,
  ComboBox,
  DateField,
  DateInput,
  DateSegment,
  Dialog,
  DialogTrigger,
  FieldError,
  Heading,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Modal,
  Popover,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';

const owners = [
  'Cede & Co.',
  'Larkspur Founders Trust',
  'Meridian Pension Trustees',
  'Beverly B Farnsworth',
  'Gina H Updegraff',
];

export const ComboboxPiece = ({ onPick }) => (
  <ComboBox allowsEmptyCollection onSelectionChange={(key) => key !== null && onPick(owners[Number(key)])}>
    <Label>Owner</Label>
    <Input />
    <Button>Show</Button>
    <Popover>
      <ListBox renderEmptyState={() => 'No matches.'}>
        {owners.map((label, index) => (
          <ListBoxItem key={label} id={String(index)}>
            {label}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  </ComboBox>
);

export const MenuPiece = () => (
  <MenuTrigger>
    <Button>Columns</Button>
    <Popover>
      <Menu aria-label="Columns" selectionMode="multiple" defaultSelectedKeys={['Name']}>
        {['Name', 'Shares', 'Percent'].map((name) => (
          <MenuItem key={name} id={name}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
);

export const PopoverPiece = () => (
  <DialogTrigger>
    <Button>Views</Button>
    <Popover>
      <Dialog aria-label="Views">
        <label>
          Name of the view
          <input />
        </label>
        <Button>Save view</Button>
      </Dialog>
    </Popover>
  </DialogTrigger>
);

export const DialogPiece = () => (
  <DialogTrigger>
    <Button>Open dialog</Button>
    <Modal isDismissable>
      <Dialog>
        <Heading slot="title">Reason</Heading>
        <input aria-label="Reason" />
        <Button>Save</Button>
      </Dialog>
    </Modal>
  </DialogTrigger>
);

export const DatePiece = ({ onPick }) => (
  <DateField
    maxValue={parseDate('2026-11-20')}
    validationBehavior="aria"
    onChange={(date) => onPick(date?.toString() ?? '')}
  >
    <Label>As of</Label>
    <DateInput>{(segment) => <DateSegment segment={segment} />}</DateInput>
    <FieldError />
  </DateField>
);

const queue = new ToastQueue();

export const ToastPiece = () => (
  <>
    <Button onPress={() => queue.add({ title: 'List saved' })}>Tell</Button>
    <ToastRegion queue={queue}>
      {({ toast }) => (
        <Toast toast={toast}>
          <ToastContent>{toast.content.title}</ToastContent>
          <Button slot="close">Dismiss</Button>
        </Toast>
      )}
    </ToastRegion>
  </>
);
