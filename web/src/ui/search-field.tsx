import { Search } from 'lucide-react';
import { useId, type InputHTMLAttributes, useEffect, useRef, useState } from 'react';
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

const SETTLE = 300;

/**
 * A search that is typed now and applied when the typing rests. The first change adds to the history, those that follow
 * replace it, so that back leads to the list before the search, not to its half-typed words.
 */
export const useSearchField = (applied: string, apply: (search: string, replace: boolean) => void) => {
  const [typed, setTyped] = useState(applied);
  const timer = useRef<number>(undefined);
  const sent = useRef(applied);
  // When the typing rests, other filters may have been chosen since.
  const applyNow = useRef(apply);
  useEffect(() => {
    applyNow.current = apply;
  });

  useEffect(() => {
    // The address changed by itself (back, Clear filters): the field follows.
    if (applied !== sent.current) {
      sent.current = applied;
      setTyped(applied);
    }
  }, [applied]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const onSearch = (search: string) => {
    setTyped(search);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const next = search.trim();
      if (next === sent.current) return;
      const replace = sent.current !== '' && next !== '';
      sent.current = next;
      applyNow.current(next, replace);
    }, SETTLE);
  };
  return [typed, onSearch] as const;
};
