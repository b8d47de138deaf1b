import { looksLikeAsr } from './asrPackets.ts'
import { readAt, sizeOf } from './SoundSource.ts'
import type { SoundSource } from './SoundSource.ts'
import { SoundError } from './sound.ts'
import type { SoundKind } from './sound.ts'

/** The format that the client declared. OPUS means bare packets of a recorder, which have no signature (B§4). */
export type Declared = { readonly declared?: 'MP3' | 'OPUS' | undefined }

/**
 * Detects the kind of audio from the first bytes, never from the name. A signature takes precedence over the declared format.
 * Throws AudioError 'empty' or 'not-sound'. Whether an MP3 is valid shows only when its frames are read.
 */
export async function recogniseSound(source: SoundSource, { declared }: Declared = {}): Promise<SoundKind> {
  if ((await sizeOf(source)) === 0) throw new SoundError('empty', 'This file is empty.')
  const start = await readAt(source, 0, 12)
  const mark = start.toString('latin1', 0, 4)
  if (['RIFF', 'RF64'].includes(mark) && start.toString('latin1', 8, 12) === 'WAVE') return 'wav'
  if (mark === 'OggS') return 'ogg-opus'
  if (declared !== 'OPUS' || mark.startsWith('ID3')) return 'mp3'
  if (await looksLikeAsr(source)) return 'asr'
  throw new SoundError('not-sound', 'This file was announced as Opus, but it holds no Opus packets.')
}
