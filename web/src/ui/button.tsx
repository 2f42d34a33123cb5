import { RotateCcw } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.js';
import styles from './button.module.css';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

export const buttonClass = (look: ButtonLook = 'primary', size?: 'small', block?: boolean): string =>
  classNames(styles.button, styles[look], size && styles.small, block && styles.block);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  size?: 'small';
  block?: boolean;
  /** Disabled, with a turning arrow before its word. */
  busy?: boolean;
}

export const Button = ({ look, size, block, busy, className, disabled, children, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    disabled={disabled || busy}
    className={classNames(buttonClass(look, size, block), busy && styles.busy, className)}
  >
    {busy && <RotateCcw className="icon-s" aria-hidden />}
    {children}
  </button>
);
