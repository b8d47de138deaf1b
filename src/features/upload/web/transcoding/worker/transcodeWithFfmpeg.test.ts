import { describe, expect, it } from 'vitest'
import { MP3_BITRATE, MP3_SAMPLE_RATE } from '#browser/audio/Mp3Encoder.ts'
import { TRANSCODE_BITS_PER_SECOND, TRANSCODE_RATE } from '../../../rules.ts'
import { ffmpegArguments, fileExtension } from './transcodeWithFfmpeg.ts'

describe('arguments of ffmpeg', () => {
  it('allows only the file protocol and never treats a name as an address', () => {
    const args = ffmpegArguments('/in/sound.m3u8', '/small.mp3')
    expect(args.slice(args.indexOf('-protocol_whitelist')).slice(0, 4)).toEqual([
      '-protocol_whitelist',
      'file',
      '-i',
      'file:/in/sound.m3u8',
    ])
  })

  it('produces the same format as the browser transcoder (B§9)', () => {
    expect([MP3_SAMPLE_RATE, MP3_BITRATE]).toEqual([TRANSCODE_RATE, TRANSCODE_BITS_PER_SECOND])
    expect(ffmpegArguments('a', 'b').join(' ')).toContain('-ac 1 -ar 16000 -c:a libmp3lame -b:a 48000')
    expect(ffmpegArguments('a', 'b').join(' ')).toContain('-write_xing 0')
  })

  it('uses only the extension of a file name', () => {
    expect(fileExtension(new File([], 'Old Tape.AMR'))).toBe('amr')
    expect(fileExtension(new File([], '../../-i http:evil.example'))).toBe('bin')
    expect(fileExtension(new File([], 'x.%d/../y'))).toBe('bin')
    expect(fileExtension(new Blob([]))).toBe('bin')
  })
})
