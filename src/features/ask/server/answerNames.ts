import { renameInText } from '#features/notes/server.ts'
import { readVoiceNames, type NamesOfVoices } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { AnswerRecord, SpeakersOfFiles, StoredSentence } from './storeAnswers.ts'

/** Returns the names of the speakers in the recordings that an answer cites. */
export async function readSpeakers(ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<SpeakersOfFiles> {
  const speakers: Record<string, NamesOfVoices> = {}
  for (const fileId of fileIds) speakers[fileId] = await readVoiceNames(ctx, { userId, fileId })
  return speakers
}

type Rename = (answer: AnswerRecord, sentences: readonly StoredSentence[]) => Promise<StoredSentence[]>

/**
 * Returns a function that replaces old names of speakers in sentences of answers with their current ones. Quotes do not change.
 * Each recording is read at most once.
 */
export function createAnswerRenamer(ctx: AppContext, userId: string): Rename {
  const now = new Map<string, NamesOfVoices>()
  const namesNow = async (fileId: string) => {
    const names = now.get(fileId) ?? (await readVoiceNames(ctx, { userId, fileId }))
    now.set(fileId, names)
    return names
  }
  return async ({ engine, language, speakers }, sentences) => {
    if (engine === null) return [...sentences]
    const renamed: StoredSentence[] = []
    for (const sentence of sentences) {
      let { text } = sentence
      for (const fileId of new Set(sentence.citations.map(({ file_id }) => file_id))) {
        const before = speakers[fileId]
        // Reading a transcript takes longer than searching for a few names.
        if (before && mayName(text, before)) text = renameInText(text, { before, after: await namesNow(fileId), language })
      }
      renamed.push({ ...sentence, text })
    }
    return renamed
  }
}

/** For "Speaker 3", which may be translated, the number is enough. */
const mayName = (text: string, { names }: NamesOfVoices): boolean =>
  Object.values(names).some((name) => name !== '' && (text.includes(name) || text.includes(/\d+$/.exec(name)?.[0] ?? name)))
