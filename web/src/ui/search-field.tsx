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

/**
 * Debounces a search field. The first change adds a history entry and later ones replace it, so that Back leads to the
 * list before the search.
 */
export const useSearchField = (applied: string, apply: (search: string, replace: boolean) => void) => {
  const [typed, setTyped] = useState(applied);
  const sent = useRef(applied);
  // Other filters may have changed since the timer started.
  const send = useEffectEvent(() => {
    const next = typed.trim();
    if (next === sent.current.trim()) return;
    const replace = sent.current !== '' && next !== '';
    sent.current = next;
    apply(next, replace);
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
