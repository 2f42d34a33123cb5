import { externalImages, isPinned } from './external-images.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const withFile = (file: string, variables = {}) => externalImages(variables).filter((each) => each.file.endsWith(file));

describe('the images to pin', () => {
  it('are those of others in Dockerfile, Compose and Kubernetes, each with a way to pin it', () => {
    const compose = ['postgres:18', 'redis:7', 'nats:2'];
    expect(withFile('docker-compose.yml').map(({ image }) => image)).toEqual(expect.arrayContaining(compose));
    expect(withFile('production.yml').map(({ pin }) => pin)).toEqual(['CADDY_IMAGE=caddy@DIGEST in .env']);
    expect(withFile('Dockerfile')).toMatchObject([{ image: expect.stringMatching(/^node:24/) }]);
    expect(withFile('postgres.yaml')[0]?.pin).toContain('{ name: postgres, digest: DIGEST }');
    expect(externalImages({}).filter(({ image }) => image.startsWith('midwest-geodes/'))).toEqual([]);
    // a service whose image no variable names could not be pinned without a change of the file
    expect(externalImages({}).filter(({ pin }) => pin.startsWith('='))).toEqual([]);
  });

  it('are pinned once the variable has a digest', () => {
    const [image] = withFile('docker-compose.yml', { POSTGRES_IMAGE: `postgres@${DIGEST}` }).map((each) => each.image);
    expect([image, isPinned(image!)]).toEqual([`postgres@${DIGEST}`, true]);
    expect(isPinned('postgres:18')).toBe(false);
  });
});
