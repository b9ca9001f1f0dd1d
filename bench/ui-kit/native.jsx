import { useState } from 'react';
import { Combobox } from '#components/ui/combobox';
import { DateInput } from '#components/ui/date-input';
import { Dialog } from '#components/ui/dialog';
import { Menu } from '#components/ui/menu';
import { ToastProvider, useToast } from '#components/ui/toast';

const owners = ['Cede & Co.', 'Larkspur Founders Trust', 'Meridian Pension Trustees'];

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
  return <DateInput aria-label="As of" value={value} onChange={change} />;
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
