import { Link, type LinkProps } from 'react-router-dom';
import { buttonClass, type ButtonLook } from './button.js';
import { classNames } from './class-names.js';

interface ButtonLinkProps extends LinkProps {
  look?: ButtonLook;
  size?: 'small';
}

/** A button that leads to another page. */
export const ButtonLink = ({ look, size, className, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={classNames(buttonClass(look, size), className)} />
);
