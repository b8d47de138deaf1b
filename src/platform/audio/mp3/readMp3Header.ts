/** The parsed four-byte header of a frame of MPEG layer III audio. */
export type Mp3Header = {
  /** Bytes of the whole frame, including the header. */
  readonly length: number
  readonly samples: number
  readonly sampleRate: number
  readonly channels: 1 | 2
  readonly bitrate: number
  /** Bytes of side information after the header and the checksum. A Xing, Info or VBRI tag follows them. */
  readonly sideBytes: number
}

const KBITS_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KBITS_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const RATES_MPEG1 = [44_100, 48_000, 32_000]

/** Maximum size of a frame: 320 kbit/s at 32 kHz, with its padding byte. */
export const MAX_FRAME_BYTES = 1441

/**
 * Returns the header at `offset`, or null when there is none. Other layers, reserved values and the free format (which has no
 * bitrate, so no length) are not supported.
 */
export function readMp3Header(bytes: Uint8Array, offset: number): Mp3Header | null {
  const [sync, kind, rates, mode] = bytes.subarray(offset, offset + 4)
  if (mode === undefined || sync !== 0xff || (kind! & 0xe0) !== 0xe0) return null
  const version = (kind! >> 3) & 3
  const layer = (kind! >> 1) & 3
  const bitrateIndex = rates! >> 4
  const rateIndex = (rates! >> 2) & 3
  if (version === 1 || layer !== 1 || bitrateIndex === 0 || bitrateIndex === 15 || rateIndex === 3) return null
  const isMpeg1 = version === 3
  const sampleRate = RATES_MPEG1[rateIndex]! / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  const bitrate = (isMpeg1 ? KBITS_MPEG1 : KBITS_MPEG2)[bitrateIndex]! * 1000
  const samples = isMpeg1 ? 1152 : 576
  const channels = mode >> 6 === 3 ? 1 : 2
  const sideBytes = isMpeg1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17
  return {
    length: Math.floor(((samples / 8) * bitrate) / sampleRate) + ((rates! >> 1) & 1),
    samples,
    sampleRate,
    channels,
    bitrate,
    sideBytes,
  }
}

/** True for a first frame that holds encoder metadata (Xing, Info, VBRI) and no audio. */
export function isTagFrame(frame: Uint8Array, header: Mp3Header): boolean {
  const buffer = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
  const checksum = (frame[1]! & 1) === 0 ? 2 : 0
  const xing = buffer.toString('latin1', 4 + checksum + header.sideBytes, 8 + checksum + header.sideBytes)
  return xing === 'Xing' || xing === 'Info' || buffer.toString('latin1', 36, 40) === 'VBRI'
}
