import { lockFiles, readAiContent, readFullFiles, saveResults } from '#features/files/server.ts'
import { readVoiceNames } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { changeText } from './noteText.ts'
import { renameInContent, withCurrentNames } from './speakerNames.ts'
import { listNotes, type StoredResult } from './store.ts'

type Target = { userId: string; fileId: string }

/** Writes the current names of the speakers into the notes of a recording, its chapters and its summary (B§4). */
export async function renameSpeakers(ctx: AppContext, target: Target): Promise<void> {
  await ctx.transaction(async (tx) => {
    const { userId, fileId } = target
    await lockFiles(tx, userId, [fileId])
    const current = await readVoiceNames(tx, target)
    for (const note of await listNotes(tx, userId, fileId)) {
      const { result: before } = note
      const after = before && withCurrentNames(before, current)
      if (!before || !after || after === before) continue
      await changeText(tx, note, after)
      if (note.note_type === 'auto_sum_note') await saveContent(tx, target, before, after)
    }
  })
}

/** Saves the summary in the recording, whose Markdown the user or another program may have changed. */
async function saveContent(tx: AppContext, { userId, fileId }: Target, before: StoredResult, after: StoredResult): Promise<void> {
  const [file] = await readFullFiles(tx, userId, [fileId])
  if (!file) return
  const content = await readAiContent(tx, userId, fileId)
  const isJson = /^\s*[[{]/.test(content)
  const renamed = content === before.markdown ? after.markdown : renameInContent(content, before, after)
  const titles = new Map(
    chaptersOf(before).map(({ title, start_time }, index) => [
      `${start_time} ${title}`,
      chaptersOf(after)[index]?.title ?? title,
    ]),
  )
  await saveResults(tx, userId, fileId, {
    ai_content: isJson || content === '' ? null : renamed,
    outline_result: (file.outline_result ?? []).map((chapter) => ({
      ...chapter,
      topic: titles.get(`${chapter.start_time} ${chapter.topic}`) ?? chapter.topic,
    })),
    extra_data: { aiContentHeader: { ...file.extra_data.aiContentHeader, headline: after.header.headline } },
  })
}

const chaptersOf = ({ form, basis }: StoredResult) => (form ?? basis)?.chapters ?? []
