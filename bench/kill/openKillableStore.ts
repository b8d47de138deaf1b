import { mkdir } from 'node:fs/promises'
import { S3 } from '@aws-sdk/client-s3'
import { systemClock } from '#platform/clock/clock.ts'
import { startS3 } from '#test/fakes/s3/startS3.ts'

const BUCKET = 'sound'
const DOWNTIME = 1000

/** Starts a real object store that can be killed. Returns it with the settings for Earshot. */
export async function openKillableStore(folder: string) {
  await mkdir(folder, { recursive: true })
  const server = await startS3(folder)
  const { endpoint, region, accessKeyId, secretAccessKey } = server
  const credentials = { accessKeyId, secretAccessKey }
  const s3 = new S3({ endpoint, region, credentials, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' })
  await s3.createBucket({ Bucket: BUCKET })
  return {
    settings: {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    /** Kills the store, waits, and starts it again on the same port. */
    restart: async () => {
      await server.kill()
      await systemClock.wait(DOWNTIME)
      await server.start()
    },
    stop: server.kill,
  }
}
