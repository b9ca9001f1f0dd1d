import { Combobox } from '@base-ui/react/combobox';
import { Dialog } from '@base-ui/react/dialog';
import { Menu } from '@base-ui/react/menu';
import { Popover } from '@base-ui/react/popover';
import { Toast } from '@base-ui/react/toast';

const owners = [
  'Cede & Co.',
  'Larkspur Founders Trust',
  'Meridian Pension Trustees',
  'Beverly B Farnsworth',
  'Gina H Updegraff',
];

export const ComboboxPiece = ({ onPick }) => (
  <Combobox.Root items={owners} onValueChange={onPick}>
    <Combobox.Input aria-label="Owner" />
    <Combobox.Portal>
      <Combobox.Positioner>
        <Combobox.Popup>
          <Combobox.Empty>No matches.</Combobox.Empty>
          <Combobox.List aria-label="Owner">
            {(name) => (
              <Combobox.Item key={name} value={name}>
                {name}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  </Combobox.Root>
);

export const MenuPiece = () => (
  <Menu.Root>
    <Menu.Trigger>Columns</Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner>
        <Menu.Popup>
          {['Name', 'Shares', 'Percent'].map((name) => (
            <Menu.CheckboxItem key={name} defaultChecked={name === 'Name'}>
              {name}
            </Menu.CheckboxItem>
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);

export const PopoverPiece = () => (
  <Popover.Root>
    <Popover.Trigger>Views</Popover.Trigger>
    <Popover.Portal>
      <Popover.Positioner>
        <Popover.Popup aria-label="Views">
          <label>
            Name of the view
            <input />
          </label>
          <button type="button">Save view</button>
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
);

export const DialogPiece = () => (
  <Dialog.Root>
    <Dialog.Trigger>Open dialog</Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Popup>
        <Dialog.Title>Reason</Dialog.Title>
        <input aria-label="Reason" />
        <Dialog.Close>Save</Dialog.Close>
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);

/** This kit has no date field: the native one is used, with no added size. */
export const DatePiece = ({ onPick }) => (
  <input type="date" aria-label="As of" max="2026-11-20" onChange={(event) => onPick(event.target.value)} />
);

function Teller() {
  const toasts = Toast.useToastManager();
  return (
    <>
      <button type="button" onClick={() => toasts.add({ title: 'List saved' })}>
        Tell
      </button>
      <Toast.Viewport>
        {toasts.toasts.map((toast) => (
          <Toast.Root key={toast.id} toast={toast}>
            <Toast.Title />
            <Toast.Close>Dismiss</Toast.Close>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </>
  );
}

export const ToastPiece = () => (
  <Toast.Provider>
    <Teller />
  </Toast.Provider>
);
