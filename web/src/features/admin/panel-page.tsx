import { Navigate, useNavigate } from 'react-router-dom';
import { pages } from '../../app/metadata.js';
import { useMetadata } from '../../app/use-metadata.js';
import { Panel } from './panel.js';
import styles from './panel.module.css';
import { useAdminSession } from './use-admin-session.js';

/** Opens the panel once the server has said that the session is valid. */
export const PanelPage = () => {
  useMetadata(pages.adminPanel);
  const navigate = useNavigate();
  const session = useAdminSession();
  if (session === 'none') return <Navigate to="/admin" replace />;
  if (session === 'asked')
    return (
      <main id="main" className={styles.checking} role="status">
        Verifying...
      </main>
    );
  return <Panel onLeft={() => void navigate('/admin', { replace: true })} />;
};
