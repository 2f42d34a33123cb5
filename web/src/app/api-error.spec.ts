import { failedReply, messageOf, noReply } from './api-error.js';

describe('a failed reply', () => {
  it('becomes an error with the status, a colon, a space and the body text', () => {
    expect(failedReply(500, 'Internal Server Error', 'broken').error).toBe('500: broken');
  });
  it('uses the status text if there is no body', () => {
    expect(failedReply(404, 'Not Found', '').error).toBe('404: Not Found');
  });
  it('shows only its message on screen', () => {
    const body =
      '{"statusCode":409,"code":"OUT_OF_STOCK","message":"Somebody was faster.","details":{"geodeIds":["a"]}}';
    const error = failedReply(409, 'Conflict', body);
    expect(error.error).toBe(`409: ${body}`);
    expect(error.code).toBe('OUT_OF_STOCK');
    expect(error.details).toEqual({ geodeIds: ['a'] });
    expect(messageOf(error, 'else')).toBe('Somebody was faster.');
  });
  it('falls back to the given text if the body has no message', () => {
    expect(messageOf(failedReply(502, 'Bad Gateway', '<html>'), 'else')).toBe('else');
    expect(messageOf(failedReply(500, '', '{"message":7}'), 'else')).toBe('else');
    expect(messageOf(noReply('timeout'), 'else')).toBe('else');
    expect(messageOf(new Error('x'), 'else')).toBe('else');
  });
  it('reads Retry-After as seconds', () => {
    expect(failedReply(503, '', '', '2').retryAfter).toBe(2000);
    expect(failedReply(503, '', '', null).retryAfter).toBeUndefined();
    expect(failedReply(503, '', '', 'Wed, 21 Oct 2026 07:28:00 GMT').retryAfter).toBeUndefined();
  });
});
