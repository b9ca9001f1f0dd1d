import { useState } from 'react';
import { Combobox } from '#components/ui/input/combobox';
import { DateInput } from '#components/ui/input/date-input';
import { Dialog } from '#components/ui/overlay/dialog';
import { Menu } from '#components/ui/overlay/menu';
import { Popover } from '#components/ui/overlay/popover';
import { ToastProvider, useToast } from '#components/ui/overlay/toast';

const owners = [
  'Cede & Co.',
  'Larkspur Founders Trust',
  'Meridian Pension Trustees',
  'Beverly B Farnsworth',
  'Gina H Updegraff',
];

export function ComboboxPiece({ onPick }) {
  const items = owners.map((label, index) => ({ id: String(index), label }));
  return <Combobox label="Owner" items={items} onSelect={(item) => onPick(item.label)} />;
}

export function MenuPiece() {
  const [on, setOn] = useState(['Name']);
  const toggle = (name) => setOn(on.includes(name) ? on.filter((one) => one !== name) : [...on, name]);
  const items = ['Name', 'Shares', 'Percent'].map((label) => ({
    kind: 'check',
    label,
    checked: on.includes(label),
    onSelect: () => toggle(label),
  }));
  return <Menu label="Columns" items={items} />;
}

export const PopoverPiece = () => (
  <Popover label="Views">
    <label>
      Name of the view
      <input />
    </label>
    <button type="button">Save view</button>
  </Popover>
);

export function DialogPiece() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open dialog
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Reason">
        <input aria-label="Reason" />
        <button type="button">Save</button>
      </Dialog>
    </>
  );
}

export function DatePiece({ onPick }) {
  const [value, setValue] = useState('');
  const change = (date) => {
    setValue(date);
    onPick(date);
  };
  return <DateInput aria-label="As of" value={value} max="2026-11-20" onChange={change} />;
}

function Teller() {
  const notify = useToast();
  return (
    <button type="button" onClick={() => notify({ text: 'List saved' })}>
      Tell
    </button>
  );
}

export const ToastPiece = () => (
  <ToastProvider>
    <Teller />
  </ToastProvider>
);
