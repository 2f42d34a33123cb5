import type { ShopPart } from '@geodes/contracts';
import { messageOf } from '../../../app/api-error.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { dateTime } from '../dates.js';
import { PanelSection } from '../panel-section.js';
import styles from './settings-tab.module.css';
import { healthSummary, durationText, partNames, partTasks, stateLabels, troubleText } from './settings-text.js';
import { useGetShopHealthQuery } from './settings.api.js';

/** Shows version and state of every component. */
export const SettingsHealth = () => {
  // No polling: it would extend the session of an absent owner.
  const { data, error, isFetching, refetch } = useGetShopHealthQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <PanelSection
      title="Health"
      action={
        <Button look="quiet" size="small" busy={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
      }
    >
      <p className="small" role="status">
        {summary(isFetching, data?.parts, error)}
      </p>
      {data && !error && (
        <>
          <Parts title="Parts of the shop" parts={data.parts} kind="process" checkedAt={data.checkedAt} />
          <Parts title="Servers they need" parts={data.parts} kind="server" checkedAt={data.checkedAt} />
          <p className="mini dim num">Looked at on {dateTime(data.checkedAt)}.</p>
        </>
      )}
    </PanelSection>
  );
};

const summary = (isFetching: boolean, parts: ShopPart[] | undefined, error: unknown): string => {
  if (isFetching) return 'Asking every part …';
  if (error) return messageOf(error, 'The health of the shop cannot be shown at the moment.');
  return parts ? healthSummary(parts) : '';
};

interface PartsProps {
  title: string;
  parts: ShopPart[];
  kind: ShopPart['kind'];
  checkedAt: string;
}

const Parts = ({ title, parts, kind, checkedAt }: PartsProps) => (
  <>
    <h3 className={styles.kind}>{title}</h3>
    <ul className={styles.rows}>
      {parts
        .filter((part) => part.kind === kind)
        .map((part) => (
          <Part key={part.name} part={part} checkedAt={checkedAt} />
        ))}
    </ul>
  </>
);

const Part = ({ part, checkedAt }: { part: ShopPart; checkedAt: string }) => {
  const { name, state, version, startedAt } = part;
  const { label, tone } = stateLabels[state];
  const trouble = troubleText(part);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className="strong">{partNames[name]}</span>
        <span className="small dim">{partTasks[name]}</span>
        {version && startedAt && (
          <span className="small dim num" title={dateTime(startedAt)}>
            Version {version}, for {durationText(Date.parse(checkedAt) - Date.parse(startedAt))}
          </span>
        )}
        {trouble && <span className="small ink">{trouble}</span>}
      </div>
      <Badge tone={tone}>{label}</Badge>
    </li>
  );
};
