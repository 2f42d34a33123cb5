import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { pages } from '../../app/metadata.js';
import { useMetadata } from '../../app/use-metadata.js';
import { Panel } from './panel.js';
import styles from './panel.module.css';
import { useAdminSession } from './use-admin-session.js';

/** The tab that this entry of the history has kept. */
const tabOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'tab' in state ? String(state.tab) : null;

/** Opens the panel once the server has said that the session is valid. A reload opens the same tab again. */
export const PanelPage = () => {
  useMetadata(pages.adminPanel);
  const navigate = useNavigate();
  const { state } = useLocation();
  const session = useAdminSession();
  if (session === 'none') return <Navigate to="/admin" replace />;
  if (session === 'asked')
    return (
      <main id="main" className={styles.checking} role="status">
        Verifying...
      </main>
    );
  return (
    <Panel
      tab={tabOf(state)}
      onTab={(tab) => void navigate('.', { replace: true, state: { tab } })}
      onLeft={() => void navigate('/admin', { replace: true })}
    />
  );
};
