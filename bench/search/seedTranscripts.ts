import { seedFiles } from '#features/files/server.ts'
import { seededRandom } from '#dev/seed/seededRandom.ts'
import type { AppContext } from '#platform/context.ts'
import { hours } from '#shared/units.ts'
import { createTranscript, type Language } from './corpus.ts'

const BATCH = 50

type Share = { language: Language; share: number }

/** Adds recordings with made-up transcripts of this many words to an account. A different `seed` gives different ones. */
export async function seedTranscripts(
  ctx: AppContext,
  userId: string,
  languages: readonly Share[],
  { recordings, words, seed = 1 }: { recordings: number; words: number; seed?: number },
): Promise<void> {
  const random = seededRandom(seed)
  // Ten recordings whose languages match the percentages.
  const ten = languages.flatMap(({ language, share }) => Array.from({ length: share / 10 }, () => language))
  for (let first = 0; first < recordings; first += BATCH) {
    const drafts = Array.from({ length: Math.min(BATCH, recordings - first) }, (_, n) => {
      const language = ten[(first + n) % ten.length]!
      const startTime = new Date(Date.UTC(2026, 0, 1) + hours(first + n))
      const title = Array.from({ length: 3 }, () => language.pick(random)).join(' ')
      return {
        filename: title,
        scene: 101,
        startTime,
        editTime: startTime,
        duration: hours(1),
        filetagIds: [],
        trashedAt: null,
        transcript: createTranscript(language, words, random),
        summary: null,
      }
    })
    await seedFiles(ctx, userId, drafts)
  }
}
