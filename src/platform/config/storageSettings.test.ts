import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeConfig, readConfig } from './config.ts'
import type { ConfigError } from './environment.ts'
import { days, hours, MiB } from '#shared/units.ts'

const store = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'sound',
  S3_ACCESS_KEY_ID: 'AKEY',
  S3_SECRET_ACCESS_KEY: 'very secret',
}
const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

describe('blob settings', () => {
  it('use the data folder by default', () => {
    expect(readConfig({}).blobs).toEqual({ kind: 'local' })
    expect(describeConfig(readConfig({}))['sound']).toBe('in the data folder')
  })

  it('use an object store when its settings are complete; Amazon needs no endpoint', () => {
    expect(readConfig({ ...store, S3_PREFIX: 'ear/shot', S3_PROXY: 'true' }).blobs).toEqual({
      kind: 's3',
      endpoint: 'https://s3.example.org',
      region: 'us-east-1',
      bucket: 'sound',
      prefix: 'ear/shot/',
      accessKeyId: 'AKEY',
      secretAccessKey: 'very secret',
      proxy: true,
    })
    const { S3_ENDPOINT: _, ...amazon } = store
    expect(readConfig({ ...amazon, S3_REGION: 'eu-central-1' }).blobs).toMatchObject({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
    })
  })

  it('read the secret from a file and leave it out of the description', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'config-'))
    await writeFile(join(dir, 'secret'), 'from a file\n')
    const { S3_SECRET_ACCESS_KEY: _, ...rest } = store
    const config = readConfig({ ...rest, S3_SECRET_ACCESS_KEY_FILE: join(dir, 'secret') })
    expect(config.blobs).toMatchObject({ secretAccessKey: 'from a file' })
    expect(JSON.stringify(describeConfig(config))).not.toMatch(/from a file|AKEY/)
    await rm(dir, { recursive: true })
  })

  it('report everything that is missing or wrong at once', () => {
    expect(problemsOf({ S3_BUCKET: 'sound' })).toEqual([
      'An object store needs S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are missing.',
      'An object store needs S3_ENDPOINT, or S3_REGION for Amazon.',
    ])
    expect(problemsOf({ S3_PROXY: 'true' })).toHaveLength(2)
    expect(
      problemsOf({ ...store, S3_ENDPOINT: 's3.example.org', S3_PROXY: 'yes', S3_BUCKET: 'a b', S3_PREFIX: '../x y' }),
    ).toEqual([
      'S3_ENDPOINT must be an address such as https://s3.example.org.',
      'S3_BUCKET must be the name of a bucket.',
      'S3_PREFIX must be names with slashes between, such as earshot.',
      'S3_PROXY must be one of true, false.',
    ])
  })

  it('refuse an http:// store when the page is served over https, unless S3_PROXY is set', () => {
    const httpStore = { ...store, S3_ENDPOINT: 'http://store.internal:9000', PUBLIC_URL: 'https://ear.example.org' }
    expect(problemsOf(httpStore)).toEqual([expect.stringMatching(/^S3_ENDPOINT is http:.* S3_PROXY=true\.$/)])
    expect(problemsOf({ ...httpStore, S3_PROXY: 'true' })).toEqual([])
  })
})

describe('upload settings', () => {
  it('default to 500 MB and one day (B§9)', () => {
    expect(readConfig({}).uploads).toEqual({ maxBytes: 500 * MiB, resumableFor: hours(24), maxStored: null })
    const config = readConfig({ UPLOAD_LIMIT_MB: '2000', UPLOAD_KEPT_HOURS: '72', STORAGE_LIMIT_MB: '100' })
    expect(config.uploads).toEqual({ maxBytes: 2000 * MiB, resumableFor: days(3), maxStored: 100 * MiB })
    expect(describeConfig(config)).toMatchObject({ uploadLimit: '2000 MB', uploadsKept: '72 h', storageLimit: '100 MB' })
  })

  it.each([
    ['UPLOAD_LIMIT_MB', '0'],
    ['UPLOAD_LIMIT_MB', '51201'],
    ['UPLOAD_LIMIT_MB', '1.5'],
    ['STORAGE_LIMIT_MB', '-1'],
    ['STORAGE_LIMIT_MB', 'none'],
    ['UPLOAD_KEPT_HOURS', '0'],
    ['UPLOAD_KEPT_HOURS', '721'],
    ['UPLOAD_KEPT_HOURS', 'long'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} must be a number`))
  })
})
