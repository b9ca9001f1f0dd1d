// The list of issuers that the issuer switcher opens.

'use client';

import { Combobox, type ComboboxItem } from '../ui/input/combobox.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  issuers: readonly ComboboxItem[];
  value?: string;
  onSelect: (issuer: ComboboxItem) => void;
};

export function IssuerList({ open, onClose, issuers, value, onSelect }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Issuer" position="top">
      <Combobox
        label="Find an issuer"
        placeholder="Name or number"
        list="always"
        autoFocus
        items={issuers}
        value={value}
        onSelect={(issuer) => {
          onClose();
          onSelect(issuer);
        }}
      />
    </Dialog>
  );
}
