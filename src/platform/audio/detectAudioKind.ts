import { looksLikeAsr } from './opus/asrPackets.ts'
import { readAt, sizeOf } from './AudioSource.ts'
import type { AudioSource } from './AudioSource.ts'
import { AudioError } from './audio.ts'
import type { AudioKind } from './audio.ts'

/** The format that the client declared. OPUS means bare packets of a recorder, which have no signature (B§4). */
export type DeclaredFormat = { readonly declared?: 'MP3' | 'OPUS' | undefined }

/**
 * Detects the kind of audio from the first bytes, never from the name. A signature takes precedence over the declared format.
 * Throws AudioError 'empty' or 'not-sound'. Whether an MP3 is valid shows only when its frames are read.
 */
export async function detectAudioKind(source: AudioSource, { declared }: DeclaredFormat = {}): Promise<AudioKind> {
  if ((await sizeOf(source)) === 0) throw new AudioError('empty', 'This file is empty.')
  const header = await readAt(source, 0, 12)
  const magic = header.toString('latin1', 0, 4)
  if (['RIFF', 'RF64'].includes(magic) && header.toString('latin1', 8, 12) === 'WAVE') return 'wav'
  if (magic === 'OggS') return 'ogg-opus'
  if (declared !== 'OPUS' || magic.startsWith('ID3')) return 'mp3'
  if (await looksLikeAsr(source)) return 'asr'
  throw new AudioError('not-sound', 'This file was announced as Opus, but it holds no Opus packets.')
}
