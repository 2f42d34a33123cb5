import { OpenPages } from './open-pages.js';

it('OpenPages fails when its process ends, and afterwards', async () => {
  const pages = new OpenPages();
  const opening = pages.open({ count: 1, gateways: ['http://127.0.0.1:9'], geodeIds: [], instant: 0 });
  pages.close();
  await expect(opening).rejects.toThrow('the process of the pages ended');
  await expect(pages.compare(new Map())).rejects.toThrow('the process of the pages ended');
});
