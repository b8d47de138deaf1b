import { describe, expect, it } from 'vitest'
import { days, hours, MiB } from '#shared/units.ts'
import { describeConfig, readConfig } from './config.ts'

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
