import type { Analytics, SalesQuery, SalesStep } from '@geodes/contracts';
import { useState } from 'react';
import { api } from '../../../app/api.js';
import { LoadFailure } from '../../../app/load-failure.js';
import { Field } from '../../../ui/field.js';
import { Select } from '../../../ui/select.js';
import { AnalyticsFigures } from './analytics-figures.js';
import {
  periodDays,
  fitStep,
  periodProblem,
  periods,
  shopToday,
  fittingSteps,
  type PeriodChoice,
} from './analytics-period.js';
import { AnalyticsSkeleton } from './analytics-skeleton.js';
import styles from './analytics.module.css';
import panel from '../panel.module.css';

const { useGetAnalyticsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getAnalytics: build.query<Analytics, Required<SalesQuery>>({
      query: (query) => ({ url: `/admin/analytics?${new URLSearchParams({ ...query })}` }),
      // Seconds. Short, because every order changes the figures.
      keepUnusedDataFor: 60,
    }),
  }),
});

/** Sales of a chosen period, and the present inventory by age. */
export const AnalyticsTab = () => {
  const today = shopToday();
  const [choice, setChoice] = useState<PeriodChoice>('month');
  const [wantedStep, setStep] = useState<SalesStep>('day');
  const [typed, setTyped] = useState(() => periodDays('month', today, null));
  const [firstDay, setFirstDay] = useState<string | null>(null);
  const problem = choice === 'chosen' ? periodProblem(typed.from, typed.to) : undefined;
  // Sends no request while the typed days are invalid.
  const { from, to } = choice === 'chosen' ? typed : periodDays(choice, today, firstDay);
  const step = problem ? wantedStep : fitStep(wantedStep, from, to);
  const { data, error, isFetching, refetch } = useGetAnalyticsQuery(
    { step, from, to },
    { skip: problem !== undefined, refetchOnMountOrArgChange: true },
  );
  if (data && data.firstDay !== firstDay) setFirstDay(data.firstDay);

  const choose = (next: PeriodChoice) => {
    const period = periods.find(({ value }) => value === next);
    if (next === 'chosen') setTyped({ from, to });
    else if (period) setStep(period.step);
    setChoice(next);
  };
  return (
    <>
      <div className={panel.head}>
        <h1>Analytics</h1>
        <div className={styles.tools}>
          <Select<PeriodChoice> label="Period" options={periods} value={choice} onChange={choose} />
          <Select<SalesStep>
            label="Step"
            options={problem ? fittingSteps(today, today) : fittingSteps(from, to)}
            value={step}
            onChange={setStep}
          />
        </div>
      </div>
      {choice === 'chosen' && (
        <div className={styles.days}>
          <Field
            label="First day"
            type="date"
            value={typed.from}
            error={problem}
            onChange={(event) => setTyped({ ...typed, from: event.target.value })}
          />
          <Field
            label="Last day"
            type="date"
            value={typed.to}
            onChange={(event) => setTyped({ ...typed, to: event.target.value })}
          />
        </div>
      )}
      {error && !problem && (
        <LoadFailure
          error={error}
          title="Unable to Load Analytics"
          text="Something went wrong while loading the figures."
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <AnalyticsSkeleton />}
      {data && !error && (
        <div className={isFetching || problem ? styles.fetching : undefined} aria-busy={isFetching}>
          <AnalyticsFigures analytics={data} />
        </div>
      )}
    </>
  );
};
