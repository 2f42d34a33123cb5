import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { ObjectStoreAccess } from '@geodes/servers';

const TIMEOUT_MS = 10_000;

/** Makes the bucket in a given object store where it is missing. Throws where the store refuses or does not answer. */
export async function makeBucket(access: ObjectStoreAccess): Promise<void> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = access;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const abortSignal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
  } catch (error) {
    if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: bucket }), { abortSignal });
  } finally {
    client.destroy();
  }
}
