import { X } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.js';
import styles from './button.module.css';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name. */
  label: string;
  look?: 'plain' | 'edge' | 'raised';
  ref?: Ref<HTMLButtonElement>;
}

export const iconButtonClass = (look: 'plain' | 'edge' | 'raised' = 'plain'): string =>
  classNames(styles.icon, look !== 'plain' && styles[look]);

export const IconButton = ({ label, look, className, ...rest }: IconButtonProps) => (
  <button type="button" aria-label={label} {...rest} className={classNames(iconButtonClass(look), className)} />
);

/** Closes a dialog or panel. */
export const CloseButton = (props: Omit<IconButtonProps, 'label'>) => (
  <IconButton {...props} label="Close">
    <X className="icon" aria-hidden />
  </IconButton>
);
