import { describe, expect, it } from 'vitest'
import { parseFfmpegLog, planFfmpeg, readInterleaved } from './ffmpegDecoding.ts'

const parse = (line: string) => parseFfmpegLog([line]).tracks[0]!
const fileOf = (...tracks: ReturnType<typeof parse>[]) => ({ format: 'matroska,webm', hasVideo: true, tracks })

describe('parseFfmpegLog', () => {
  it('reads language and purpose of a track', () => {
    expect(
      parse('  Stream #0:1(eng): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, stereo, fltp, 69 kb/s (default)'),
    ).toMatchObject({
      language: 'eng',
      isDefault: true,
      isSecondary: false,
    })
    expect(
      parse('  Stream #0:2[0x102](deu): Audio: ac3 (AC-3 / 0x332D4341), 48000 Hz, 5.1(side), fltp, 384 kb/s (comment)'),
    ).toMatchObject({
      language: 'deu',
      isDefault: false,
      isSecondary: true,
    })
    expect(parse('    Stream #0:0: Audio: opus, 48000 Hz, mono, fltp (hearing impaired)')).toMatchObject({
      language: null,
      isSecondary: true,
    })
  })

  it('ignores other lines', () => {
    const lines = [
      "Input #0, mpegts, from 'file:/in0/sound.ts':",
      '  Stream #0:0(und): Video: h264 (High)',
      ' title : Stream #0:0: Audio: x',
    ]
    expect(parseFfmpegLog(lines)).toEqual({ format: 'mpegts', hasVideo: true, tracks: [] })
    expect(parseFfmpegLog(['sound.bin: Invalid data found'])).toEqual({ format: '', hasVideo: false, tracks: [] })
  })
})

describe('planFfmpeg', () => {
  const stereo = parse('  Stream #0:0: Audio: aac (LC), 44100 Hz, stereo, fltp')

  it('mixes tracks without attenuation, until the end of the longest one', () => {
    const { output, used } = planFfmpeg(fileOf(stereo, stereo))
    expect(used).toEqual([0, 1])
    expect(output.join(' ')).toContain('[t0][t1]amix=inputs=2:duration=longest:dropout_transition=0:normalize=0[mix]')
    expect(output.join(' ')).toContain('-map [mix] -f f32le')
  })

  it('leaves out a track of an unknown codec', () => {
    const unknown = parse('  Stream #0:1(und): Audio: none (apac / 0x63617061), 48000 Hz, 4 channels, 300 kb/s')
    expect(planFfmpeg(fileOf(unknown, stereo))).toMatchObject({ used: [1], leftOut: [] })
  })

  it('fills a late start and gaps with silence', () => {
    expect(planFfmpeg(fileOf(stereo)).output[1]).toContain('aresample=async=1:first_pts=0')
    expect(planFfmpeg(fileOf(stereo), { keepsTimes: false }).output[1]).not.toContain('async')
  })

  it('also reads the video of a transport stream, so that late audio keeps its start time', () => {
    expect(planFfmpeg({ ...fileOf(stereo), format: 'mpegts' }).rest).toEqual(['-map', '0:v', '-c', 'copy', '-f', 'null', '-'])
    expect(planFfmpeg({ ...fileOf(stereo), format: 'mpegts', hasVideo: false }).rest).toEqual([])
    expect(planFfmpeg(fileOf(stereo)).rest).toEqual([])
  })

  it.each(['5.1', '5.1(side)', '7.1', '5.0', '3.0'])('weights the centre of %s twice as high as the sides', (layout) => {
    const { output } = planFfmpeg(fileOf(parse(`  Stream #0:0: Audio: ac3, 48000 Hz, ${layout}, fltp`)))
    expect(output[1]).toMatch(/pan=stereo\|c0=[\d.]+\*FL\+[\d.]+\*FC/)
  })

  it('uses the requested tracks', () => {
    expect(planFfmpeg(fileOf(stereo, stereo), { wanted: [1] }).output[1]).toContain('[0:a:1]')
  })
})

it('readInterleaved returns the two channels', () => {
  expect(readInterleaved(new Uint8Array(Float32Array.of(1, 2, 3, 4).buffer)).map((channel) => [...channel])).toEqual([
    [1, 3],
    [2, 4],
  ])
})
