import { Search } from 'lucide-react';
import { useId, type InputHTMLAttributes } from 'react';
import styles from './field.module.css';

interface SearchFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  labelClass?: string;
}

export const SearchField = ({ label, labelClass, ...input }: SearchFieldProps) => {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={labelClass ?? 'sr'}>
        {label}
      </label>
      <span className={styles.search}>
        <Search className="icon" aria-hidden />
        <input type="search" enterKeyHint="search" autoComplete="off" {...input} id={id} className={styles.input} />
      </span>
    </>
  );
};
