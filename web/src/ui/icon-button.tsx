import { X } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.js';
import styles from './button.module.css';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name. */
  label: string;
  /** Bare by default. */
  look?: 'edge' | 'raised';
}

export const iconButtonClass = (look?: IconButtonProps['look']): string =>
  classNames(styles.icon, look && styles[look]);

export const IconButton = ({ label, look, className, ...rest }: IconButtonProps) => (
  <button type="button" aria-label={label} {...rest} className={classNames(iconButtonClass(look), className)} />
);

/** Closes a dialog or panel. */
export const CloseButton = (props: Omit<IconButtonProps, 'label'>) => (
  <IconButton {...props} label="Close">
    <X className="icon" aria-hidden />
  </IconButton>
);
