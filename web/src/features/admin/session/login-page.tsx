import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isApiError, noReply } from '../../../app/api-error.js';
import { pages } from '../../../app/metadata.js';
import { useMetadata } from '../../../app/use-metadata.js';
import { Button } from '../../../ui/button.js';
import { setAdminFlag } from './admin-flag.js';
import { loginFailureText, PIN_LENGTH, useLogInMutation } from './session.api.js';
import styles from './login-page.module.css';
import { confirmWithPasskey } from './passkey.js';
import { PinField } from './pin-field.js';

export const LoginPage = () => {
  useMetadata(pages['/admin']);
  const navigate = useNavigate();
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<string>();
  const [logIn, { isLoading }] = useLogInMutation();
  const [isConfirming, setIsConfirming] = useState(false);
  const isBusy = isLoading || isConfirming;
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pin.length !== PIN_LENGTH || isBusy) return;
    let { error } = await logIn({ pin });
    if (isApiError(error) && error.code === 'PASSKEY_REQUIRED') {
      setIsConfirming(true);
      const confirmed = await confirmWithPasskey(error.details as PublicKeyCredentialRequestOptionsJSON);
      setIsConfirming(false);
      // The PIN stays, so that the owner only has to press the button again.
      if ('failure' in confirmed) return setFailure(confirmed.failure);
      ({ error } = await logIn({ pin, passkey: confirmed.response }));
    }
    if (error) {
      setPin('');
      setFailure(loginFailureText(isApiError(error) ? error : noReply('unknown')));
      // The pressed button is disabled now and loses the focus.
      field.current?.focus();
      return;
    }
    setAdminFlag();
    void navigate('/admin/panel', { replace: true });
  };

  return (
    <div className={styles.login}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <h1>Owner’s panel</h1>
        <PinField
          ref={field}
          value={pin}
          error={failure}
          onChange={(typed) => {
            setPin(typed);
            setFailure(undefined);
          }}
        />
        <Button type="submit" block disabled={pin.length !== PIN_LENGTH || isBusy} busy={isBusy}>
          {isBusy ? 'Verifying...' : 'Log in'}
        </Button>
        <p className={`small ${styles.passkey}`} role="status">
          {isConfirming && 'This device is new. Please confirm with your passkey.'}
        </p>
      </form>
    </div>
  );
};
