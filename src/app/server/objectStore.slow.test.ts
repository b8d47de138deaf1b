import { buffer } from 'node:stream/consumers'
import { describe, expect, it, type TestContext } from 'vitest'
import { s3SettingsFor, requireS3Server, setUpS3Server } from '#test/fixtures/blobs/testBlobStore.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { uploadRecording } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

async function storeSettings(testContext: TestContext, S3_PROXY: string) {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = s3SettingsFor(await requireS3Server(testContext))
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_PREFIX: prefix,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PROXY,
  }
}
const readPolicy = async (url: string) => (await fetch(`${url}/healthz`)).headers.get('content-security-policy') ?? ''

setUpS3Server()

describe('a server with an object store', { timeout: 60_000 }, () => {
  it('lets clients upload to the store and play from it, and allows it in the page policy (B§4)', async (testContext) => {
    const settings = await storeSettings(testContext, 'false')
    await using server = await testServer({ settings })
    const user = await server.user()
    const sound = createToneWav(400) // 12.8 MB: three parts
    const presigned = await user.upload.presign({ body: { filesize: sound.length, file_type: 'MP3' } })
    for (const url of presigned.data.part_urls) expect(new URL(url).origin).toBe(settings.S3_ENDPOINT)
    const file = await uploadRecording(user, sound)
    expect(file).toMatchObject({ duration: 400_000, filesize: sound.length })
    const { temp_url } = await user.files.tempUrl({ params: { id: file.id }, query: {} })
    const leadsOn = await fetch(temp_url, { redirect: 'manual' })
    expect([leadsOn.status, new URL(leadsOn.headers.get('location')!).origin]).toEqual([307, settings.S3_ENDPOINT])
    const part = await fetch(temp_url, { headers: { range: 'bytes=44-99' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/wav'])
    expect(await buffer(part.body!)).toEqual(Buffer.from(sound.subarray(44, 100)))
    expect(await readPolicy(server.url)).toContain(`media-src 'self' blob: ${settings.S3_ENDPOINT};`)
    expect(await readPolicy(server.url)).toMatch(new RegExp(`connect-src 'self'[^;]* ${settings.S3_ENDPOINT}`))
  })

  it('transfers all bytes through the server with S3_PROXY=true', async (testContext) => {
    const settings = await storeSettings(testContext, 'true')
    await using server = await testServer({ settings })
    const user = await server.user()
    const file = await uploadRecording(user, createToneWav(12))
    const { temp_url } = await user.files.tempUrl({ params: { id: file.id }, query: {} })
    expect(new URL(temp_url).origin).toBe(server.url)
    expect((await buffer((await fetch(temp_url)).body!)).equals(createToneWav(12))).toBe(true)
    expect(await readPolicy(server.url)).not.toContain(settings.S3_ENDPOINT)
  })
})
