import type { Segment } from '#features/files/contract.ts'
import { SCENES } from '#features/files/contract.ts'
import { seedFiles } from '#features/files/server.ts'
import { type Millis, hours, seconds } from '#shared/units.ts'
import { readConfig } from '#platform/config/config.ts'
import { openLocalServer } from './openLocalServer.ts'
import { signInOrSignUp } from './SeedClient.ts'
import { seededRandom } from './seededRandom.ts'

/** A generated recording without audio and with a transcript. */
export type TranscriptDraft = { filename: string; words: number; speakers: number; duration: Millis }

/** The longest transcript in tests: ten hours, twelve speakers. */
export const LONGEST: TranscriptDraft = { filename: 'Ten hours', words: 100_000, speakers: 12, duration: hours(10) }

const VOCABULARY =
  'we you the a of to in and that it was for on with as at by from they this have but not are or had more time people about year road bridge nurse clinic river budget village market Kasese Bwera morning percent refrigerator generator inspector'.split(
    ' ',
  )

/** Adds recordings with transcripts to an account of the server with these settings. The account is created if needed. */
export async function seedTranscripts(
  settings: Parameters<typeof readConfig>[0],
  account: { email: string; password: string },
  drafts: readonly TranscriptDraft[],
): Promise<{ userId: string; token: string }> {
  const { server, close } = await openLocalServer(readConfig(settings))
  try {
    const { userId, token } = await signInOrSignUp(server, account)
    const startTime = server.ctx.clock.now()
    const recordings = drafts.map((draft) => ({
      filename: draft.filename,
      duration: draft.duration,
      scene: SCENES.web,
      startTime,
      editTime: startTime,
      filetagIds: [],
      trashedAt: null,
      transcript: createTranscript(draft),
      summary: null,
    }))
    await seedFiles(server.ctx, userId, recordings)
    return { userId, token }
  } finally {
    await close()
  }
}

/** Returns paragraphs of at most 60 words that fill the duration. The same draft gives the same transcript. */
export function createTranscript({ words: total, speakers, duration }: Omit<TranscriptDraft, 'filename'>): Segment[] {
  const random = seededRandom(total)
  const wordTime = duration / total
  const segments: Segment[] = []
  let speaker = 0
  for (let done = 0; done < total;) {
    const count = Math.min(total - done, random.integer(4, 60))
    const words = Array.from({ length: count }, (_, index) => createWord(random, { index, count, at: (done + index) * wordTime }))
    if (random.percent(70)) speaker = random.integer(0, speakers - 1)
    const name = speakers > 0 ? `Speaker ${speaker + 1}` : ''
    segments.push({
      id: String(segments.length + 1),
      start_time: words[0]![0],
      end_time: words.at(-1)![1],
      content: words.map(([, , text]) => text).join(' '),
      speaker: name,
      original_speaker: name,
      language: 'en',
      words,
    })
    done += count
  }
  return segments
}

type Position = { index: number; count: number; at: Millis }

/** Returns a word with its times and a confidence, which is low for one word in twenty. */
function createWord(random: ReturnType<typeof seededRandom>, { index, count, at }: Position): [Millis, Millis, string, number] {
  const word = random.pickOne(VOCABULARY)
  const text = `${index === 0 ? word[0]!.toUpperCase() + word.slice(1) : word}${index === count - 1 ? '.' : ''}`
  const start = Math.round(at)
  return [start, start + seconds(0.25), text, random.percent(5) ? 0.4 : 0.95]
}
