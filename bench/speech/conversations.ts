import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import type { SpeakerTurn } from '#platform/speech/speakers.ts'
import { concat, readClips, seededRandom, shuffle, type Clip } from '#test/fixtures/composites.ts'

/** A recording as 16 kHz mono, and who speaks when. */
export type Conversation = { readonly name: string; readonly pcm: Float32Array; readonly truth: readonly SpeakerTurn[] }

/** Duration of a turn in seconds. */
const TURN = { least: 1.5, most: 6 }
const PAUSE = { least: 0.1, most: 0.8 }

/**
 * Creates conversations of two to five speakers from the sentences, cut into turns. Each language is a different speaker. Sentences
 * of the same language may have the same speaker, so a conversation uses only one of them.
 */
export async function createConversations(): Promise<Conversation[]> {
  const byLanguage = [...Map.groupBy(await readClips(), ({ language }) => language).values()]
  const count = Math.min(...byLanguage.map((clips) => clips.length))
  return Array.from({ length: count * 2 }, (_, index) => {
    const random = seededRandom(index + 1)
    const speakers = 2 + (index % (byLanguage.length - 1))
    const clips = byLanguage.map((languageClips) => languageClips[index % count]!)
    return createConversation(`conversation ${index + 1}`, shuffle(clips, random).slice(0, speakers), random)
  })
}

function createConversation(name: string, clips: readonly Clip[], random: () => number): Conversation {
  const between = ({ least, most }: typeof TURN) => Math.round((least + random() * (most - least)) * SPEECH_SAMPLE_RATE)
  const left = clips.map(({ pcm }, speaker) => ({ speaker, pcm: trim(pcm) }))
  const parts: Float32Array[] = []
  const truth: SpeakerTurn[] = []
  let at = 0
  let latest = -1
  while (left.some(({ pcm }) => pcm.length > 0)) {
    const open = left.filter(({ pcm }) => pcm.length > 0)
    const others = open.filter(({ speaker }) => speaker !== latest)
    const voice = (others.length > 0 ? others : open)[Math.floor(random() * Math.max(1, others.length || open.length))]!
    const length = Math.min(voice.pcm.length, between(TURN))
    truth.push({ start: toMillis(at), end: toMillis(at + length), speaker: voice.speaker })
    const pause = new Float32Array(between(PAUSE))
    parts.push(voice.pcm.subarray(0, length), pause)
    at += length + pause.length
    voice.pcm = voice.pcm.subarray(length)
    latest = voice.speaker
  }
  return { name, pcm: concat(parts), truth }
}

const toMillis = (samples: number): number => Math.round((samples * 1000) / SPEECH_SAMPLE_RATE)

/** Removes silence at both ends, that is, audio below a fiftieth of the peak, and normalizes the peak to 0.5. */
function trim(pcm: Float32Array): Float32Array {
  const peak = pcm.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const isLoud = (value: number) => Math.abs(value) > peak / 50
  const start = pcm.findIndex(isLoud)
  return pcm.subarray(start, pcm.findLastIndex(isLoud) + 1).map((value) => (value * 0.5) / peak)
}
