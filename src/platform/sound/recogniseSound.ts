import { looksLikeAsr } from './asrPackets.ts'
import { readAt, sizeOf } from './SoundSource.ts'
import type { SoundSource } from './SoundSource.ts'
import { SoundError } from './sound.ts'
import type { SoundKind } from './sound.ts'

/** What the sender says it is: OPUS are bare packets of a recorder, which no mark in the bytes gives away (B§4). */
export type Declared = { readonly declared?: 'MP3' | 'OPUS' | undefined }

/**
 * What kind of sound the bytes can be, from their beginning; names are never asked. Marks in the bytes win over what was
 * declared. Throws SoundError 'empty' or 'not-sound'; whether an MP3 really is one shows only when its frames are read.
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
