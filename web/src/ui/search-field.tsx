import { Search } from 'lucide-react';
import { useId, type InputHTMLAttributes, useEffect, useEffectEvent, useRef, useState } from 'react';
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

const SETTLE_MS = 300;

/** Debounces a search field. */
export const useSearchField = (applied: string, apply: (search: string) => void) => {
  const [typed, setTyped] = useState(applied);
  const sent = useRef(applied);
  // Other filters may have changed since the timer started.
  const send = useEffectEvent(() => {
    const next = typed.trim();
    if (next === sent.current.trim()) return;
    sent.current = next;
    apply(next);
  });

  useEffect(() => {
    // The URL changed otherwise (Back, Clear filters): follow it.
    if (applied !== sent.current) {
      sent.current = applied;
      setTyped(applied);
    }
  }, [applied]);
  useEffect(() => {
    const timer = setTimeout(() => send(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
};
