import type { Carrier } from '@geodes/contracts';
import { CARRIER_NAMES } from '@geodes/contracts/tracking-url';
import { useId } from 'react';
import { Select } from '../../../../ui/select.js';
import { usePanelState } from '../../panel-memory.js';
import styles from './tracking.module.css';

export type CarrierChoice = Carrier | 'none';

const choices: { value: CarrierChoice; label: string }[] = [
  { value: 'none', label: 'Not given' },
  ...Object.entries(CARRIER_NAMES).map(([value, label]) => ({ value: value as Carrier, label })),
];

/** The carrier that was chosen last; parcels of a day mostly have the same. */
export const useLastCarrier = () => usePanelState<CarrierChoice>('orders.carrier', 'none');

interface CarrierSelectProps {
  value: CarrierChoice;
  onChange: (carrier: CarrierChoice) => void;
}

export const CarrierSelect = ({ value, onChange }: CarrierSelectProps) => {
  const id = useId();
  return (
    <div className={styles.carrier}>
      <label htmlFor={id}>Carrier</label>
      <Select id={id} label="Carrier" options={choices} value={value} onChange={onChange} />
    </div>
  );
};
