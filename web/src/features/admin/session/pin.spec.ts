import { failedReply, noReply } from '../../../app/api-error.js';
import { loginFailureText, toPin } from './pin.js';

describe('the PIN', () => {
  it('is digits only, at most 9', () => {
    expect(toPin('12a3-4 5')).toBe('12345');
    expect(toPin('1234567890123')).toBe('123456789');
  });
});

describe('a failed login', () => {
  it('shows the message of the server', () => {
    expect(loginFailureText(failedReply(429, '', '{"message":"Try again in 4 minutes."}'))).toBe(
      'Try again in 4 minutes.',
    );
  });
  it('says Invalid PIN where the server says nothing', () => {
    expect(loginFailureText(failedReply(401, 'Unauthorized', ''))).toBe('Invalid PIN. Please try again.');
  });
  it('says Connection error where no answer came', () => {
    expect(loginFailureText(noReply('Failed to fetch'))).toBe('Connection error. Please try again.');
  });
});
