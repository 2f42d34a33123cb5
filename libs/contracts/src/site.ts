/** Reply of GET /api/config: public configuration that the site needs at run time. */
export interface SiteConfig {
  square: {
    environment: 'simulator' | 'sandbox' | 'production';
    applicationId: string;
    locationId: string;
    scriptUrl: string;
  };
  contact: { email: string; phone: string; location: string };
}

/** Reply of POST /api/objects/upload. */
export interface Upload {
  objectPath: string;
}

/** Reply of POST /api/admin/login and verify. */
export interface Authenticated {
  authenticated: true;
}
