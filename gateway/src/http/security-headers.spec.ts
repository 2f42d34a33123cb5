import { contentSecurityPolicy } from './security-headers.js';

const simulator = {
  SQUARE_ENVIRONMENT: 'simulator' as const,
  SQUARE_SCRIPT_URL: 'http://localhost:8090/v1/square.js',
  publicOrigin: 'http://localhost:8080',
};
const production = {
  SQUARE_ENVIRONMENT: 'production' as const,
  SQUARE_SCRIPT_URL: 'https://web.squarecdn.com/v1/square.js',
  publicOrigin: 'https://geodes.example',
};

describe('the Content-Security-Policy', () => {
  it('allows scripts from the shop and from the host of the card form, and no inline scripts', () => {
    expect(contentSecurityPolicy(simulator)['script-src']).toEqual(["'self'", 'http://localhost:8090']);
    expect(contentSecurityPolicy(production)['script-src']).toEqual(["'self'", 'https://web.squarecdn.com']);
  });

  it("allows the hosts that Square's card form needs", () => {
    const policy = contentSecurityPolicy(production);
    expect(policy['connect-src']).toContain('https://pci-connect.squareup.com');
    expect(policy['frame-src']).toContain('https://web.squarecdn.com');
    expect(policy['font-src']).toContain('https://square-fonts-production-f.squarecdn.com');
    expect(contentSecurityPolicy({ ...production, SQUARE_ENVIRONMENT: 'sandbox' })['connect-src']).toContain(
      'https://pci-connect.squareupsandbox.com',
    );
  });

  it('allows a 3-D Secure challenge to be posted into a frame of any bank', () => {
    expect(contentSecurityPolicy(production)['frame-src']).toContain('https:');
    expect(contentSecurityPolicy(production)['form-action']).toContain('https:');
  });
});
