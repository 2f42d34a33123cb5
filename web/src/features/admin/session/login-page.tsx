import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isApiError } from '../../../app/api-error.js';
import { pages, useMetadata } from '../../../app/metadata.js';
import { Button } from '../../../ui/button.js';
import { setAdminFlag } from './admin-flag.js';
import { useLogInMutation } from './session.api.js';
import styles from './session.module.css';
import { confirmWithPasskey } from './passkey.js';
import { usePinEntry } from './pin-field.js';

export const LoginPage = () => {
  useMetadata(pages['/admin']);
  const navigate = useNavigate();
  const { pin, isComplete, fail, refuse, field } = usePinEntry();
  const [logIn, { isLoading }] = useLogInMutation();
  const [isConfirming, setIsConfirming] = useState(false);
  const isBusy = isLoading || isConfirming;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isBusy) return;
    let { error } = await logIn({ pin });
    if (isApiError(error) && error.code === 'PASSKEY_REQUIRED') {
      setIsConfirming(true);
      const confirmed = await confirmWithPasskey(error.details as PublicKeyCredentialRequestOptionsJSON);
      setIsConfirming(false);
      // The PIN stays, so that the owner only has to press the button again.
      if ('failure' in confirmed) return fail(confirmed.failure);
      ({ error } = await logIn({ pin, passkey: confirmed.response }));
    }
    if (error) return refuse(error);
    setAdminFlag();
    void navigate('/admin/panel', { replace: true });
  };

  return (
    <div className={styles.login}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <h1>Owner’s panel</h1>
        {field}
        <Button type="submit" block disabled={!isComplete || isBusy} busy={isBusy}>
          {isBusy ? 'Verifying...' : 'Log in'}
        </Button>
        <p className={`small ${styles.passkey}`} role="status">
          {isConfirming && 'This device is new. Please confirm with your passkey.'}
        </p>
      </form>
    </div>
  );
};
