import { describe, expect, it } from 'vitest'
import { createFfmpegLog } from './ffmpegLog.ts'

function logOf(text: string) {
  const log = createFfmpegLog()
  for (const line of text.split('\n')) log.addLine(line)
  return log
}

const OPENED_LOG = `Input #0, avi, from 'file:/in/sound.avi':
  Duration: 01:02:03.50, start: 0.000000, bitrate: 150 kb/s`

describe('the log of ffmpeg', () => {
  it('returns the duration of the input, or null when it is unknown', () => {
    expect(logOf(OPENED_LOG).duration).toBe(3_723_500)
    expect(logOf('  Duration: N/A, bitrate: N/A').duration).toBeNull()
    expect(logOf(`${OPENED_LOG}\n  Duration: 00:00:01.00, start: 0`).duration).toBe(3_723_500)
  })

  it.each([
    ['cannotRead', 'file:/in/sound.rm: Invalid data found when processing input'],
    ['damaged', '[mov,mp4] moov atom not found\nfile:/in/sound.m4a: Invalid data found when processing input'],
    ['noAudioTrack', `${OPENED_LOG}\n    Stream #0:0: Video: h264\nStream map '0:a:0' matches no streams.`],
    ['damaged', `${OPENED_LOG}\n    Stream #0:0: Audio: mp3, 44100 Hz\nError while decoding stream #0:0: Invalid data found`],
    ['cannotRead', `${OPENED_LOG}\n    Stream #0:0: Audio: none\nDecoder (codec none) not found for input stream #0:0`],
    ['locked', `${OPENED_LOG}\n  Stream #0:0(und): Audio: aac (drms / 0x736D7264), 44100 Hz`],
    ['locked', `${OPENED_LOG}\n[asf] DRM protected stream detected, decoding will likely fail!`],
  ])('recognizes %s', (failure, text) => {
    expect(logOf(text).failure).toBe(failure)
    expect(logOf(text).isLocked).toBe(failure === 'locked')
  })
})
