import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  isOn: boolean;
  /** Ignores presses. Unlike a disabled switch it keeps the focus. */
  busy?: boolean;
  onChange: (isOn: boolean) => void;
}

export const Switch = ({ label, isOn, busy, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className={styles.switch}
    aria-label={label}
    aria-checked={isOn}
    aria-disabled={busy || undefined}
    onClick={busy ? undefined : () => onChange(!isOn)}
  >
    <span className={styles.track} />
  </button>
);
