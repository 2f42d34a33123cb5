import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
}

export const Switch = ({ label, isOn, disabled, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className={styles.switch}
    aria-label={label}
    aria-checked={isOn}
    disabled={disabled}
    onClick={() => onChange(!isOn)}
  >
    <span className={styles.track} />
  </button>
);
