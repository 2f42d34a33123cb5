import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { pages, useMetadata } from '../../app/metadata.js';
import { stateFields } from '../../app/keep-scroll.js';
import { Panel } from './panel.js';
import styles from './panel.module.css';
import { useAdminSession } from './session/use-admin-session.js';

/** Opens the panel after the server has verified the session. The history state holds the tab, so it survives a reload. */
export const PanelPage = () => {
  useMetadata(pages['/admin/panel']);
  const navigate = useNavigate();
  const { state } = useLocation();
  const session = useAdminSession();
  if (session === 'none') return <Navigate to="/admin" replace />;
  if (session === 'verifying')
    return (
      <main id="main" className={styles.checking} role="status">
        Verifying...
      </main>
    );
  return (
    <Panel
      tab={stateFields(state).tab}
      onTab={(tab) => void navigate('.', { replace: true, state: { tab } })}
      onLeft={() => void navigate('/admin', { replace: true })}
    />
  );
};
