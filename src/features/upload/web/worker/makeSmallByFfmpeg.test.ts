import { describe, expect, it } from 'vitest'
import { MP3_BITS_PER_SECOND, MP3_RATE } from '#ui/sound/Mp3Encoder.ts'
import { TRANSCODE_BITS_PER_SECOND, TRANSCODE_RATE } from '../../rules.ts'
import { argumentsFor, endingOf } from './makeSmallByFfmpeg.ts'

describe('arguments of ffmpeg', () => {
  it('allows only the file protocol and never treats a name as an address', () => {
    const told = argumentsFor('/in/sound.m3u8', '/small.mp3')
    expect(told.slice(told.indexOf('-protocol_whitelist')).slice(0, 4)).toEqual([
      '-protocol_whitelist',
      'file',
      '-i',
      'file:/in/sound.m3u8',
    ])
  })

  it('produces the same format as the browser transcoder (B§9)', () => {
    expect([MP3_RATE, MP3_BITS_PER_SECOND]).toEqual([TRANSCODE_RATE, TRANSCODE_BITS_PER_SECOND])
    expect(argumentsFor('a', 'b').join(' ')).toContain('-ac 1 -ar 16000 -c:a libmp3lame -b:a 48000')
    expect(argumentsFor('a', 'b').join(' ')).toContain('-write_xing 0')
  })

  it('uses only the extension of a file name', () => {
    expect(endingOf(new File([], 'Old Tape.AMR'))).toBe('amr')
    expect(endingOf(new File([], '../../-i http:evil.example'))).toBe('bin')
    expect(endingOf(new File([], 'x.%d/../y'))).toBe('bin')
    expect(endingOf(new Blob([]))).toBe('bin')
  })
})
