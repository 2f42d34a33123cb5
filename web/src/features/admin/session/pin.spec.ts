import { failedReply, noReply } from '../../../app/api-error.js';
import { loginFailureText, toPin } from './pin.js';

describe('the typed PIN', () => {
  it('keeps at most 9 digits and nothing else', () => {
    expect(toPin('12a3-4 5')).toBe('12345');
    expect(toPin('1234567890123')).toBe('123456789');
  });
});

describe('the text of a failed log-in', () => {
  it('is the message of the server', () => {
    expect(loginFailureText(failedReply(429, '', '{"message":"Try again in 4 minutes."}'))).toBe(
      'Try again in 4 minutes.',
    );
  });
  it('is Invalid PIN if the server sends no message', () => {
    expect(loginFailureText(failedReply(401, 'Unauthorized', ''))).toBe('Invalid PIN. Please try again.');
  });
  it('is Connection error if no response arrived', () => {
    expect(loginFailureText(noReply('Failed to fetch'))).toBe('Connection error. Please try again.');
  });
});
