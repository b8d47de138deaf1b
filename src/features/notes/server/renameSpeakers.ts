import { lockFiles, readAiContent, requireFile, saveResults } from '#features/files/server.ts'
import { isDefaultName, renamedSpeakers, searchPattern, type SpeakerRename } from '#features/transcription/rules.ts'
import { type NamesOfVoices, readVoiceNames, speakerLabel } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { SummaryForm, SummaryPoint } from '../contract.ts'
import { changeText } from './noteText.ts'
import { listNotes, type NoteRecord, type StoredResult } from './store.ts'
import { escapeMarkdown, toPlainText } from './summary/plainText.ts'

/**
 * Writes the current names of the speakers into the notes of a recording (B§4). Quotes stay as they were spoken: only a language
 * model writes names into its text.
 */
export async function renameSpeakers(ctx: AppContext, { userId, fileId }: { userId: string; fileId: string }): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockFiles(tx, userId, [fileId])
    const current = await readVoiceNames(tx, { userId, fileId })
    for (const note of await listNotes(tx, userId, fileId)) await renameInNote(tx, note, current)
  })
}

async function renameInNote(tx: AppContext, note: NoteRecord, current: NamesOfVoices): Promise<void> {
  const { user_id: userId, file_id: fileId, result: before } = note
  const speakers = before?.speakers
  if (!before || !speakers || current.separation !== speakers.separation) return
  const renames = renamedSpeakers(new Map(Object.entries(speakers.names)), new Map(Object.entries(current.names)))
  if (renames.length === 0) return
  const result = { ...renameInResult(before, renames), speakers: { ...speakers, names: rename(speakers.names, renames) } }
  await changeText(tx, note, result)
  if (note.note_type === 'auto_sum_note') await saveContent(tx, { userId, fileId }, before, result, renames)
}

/** Saves the summary in the recording, where a person or another program may have changed its Markdown. */
async function saveContent(
  tx: AppContext,
  { userId, fileId }: { userId: string; fileId: string },
  before: StoredResult,
  after: StoredResult,
  renames: readonly SpeakerRename[],
): Promise<void> {
  const source = sourceOf(before)
  if (source?.engine.kind !== 'llm') return
  const { extra_data } = await requireFile(tx, userId, fileId)
  const content = await readAiContent(tx, userId, fileId)
  const isJson = /^\s*[[{]/.test(content)
  const inText = inMarkdown(withTranslatedNames(renames, source.language))
  const renamed = content === before.markdown ? after.markdown : replaceNames(content, inText)
  await saveResults(tx, userId, fileId, {
    ai_content: isJson || content === '' ? null : renamed,
    extra_data: { aiContentHeader: { ...extra_data.aiContentHeader, headline: after.header.headline } },
  })
}

function renameInResult(result: StoredResult, renames: readonly SpeakerRename[]): StoredResult {
  const { header } = result
  const source = sourceOf(result)
  if (source?.engine.kind !== 'llm') return renameInForms(result, [], renames)
  const inText = withTranslatedNames(renames, source.language)
  const markdown = replaceNames(result.markdown, inMarkdown(inText))
  const renamedHeader = { ...header, headline: replaceNames(header.headline, inText) }
  return { ...renameInForms(result, inText, renames), markdown, header: renamedHeader, content: { markdown } }
}

/** The structured summary of a text, or the one that it was made from. */
const sourceOf = ({ form, basis }: StoredResult): SummaryForm | undefined => form ?? basis

function renameInForms(result: StoredResult, inText: readonly SpeakerRename[], renames: readonly SpeakerRename[]): StoredResult {
  const { form, basis } = result
  return {
    ...result,
    form: form && renameInForm(form, inText, renames),
    ...(basis && { basis: renameInForm(basis, inText, renames) }),
  }
}

function renameInForm(form: SummaryForm, inText: readonly SpeakerRename[], renames: readonly SpeakerRename[]): SummaryForm {
  const renamePoint = (point: SummaryPoint): SummaryPoint => ({
    ...point,
    text: replaceNames(point.text, inText),
    speaker: point.speaker && replaceSpeaker(point.speaker, renames),
    owner: point.owner && replaceNames(replaceSpeaker(point.owner, renames), inText),
  })
  return {
    ...form,
    sections: form.sections.map((section) => ({ ...section, points: section.points.map(renamePoint) })),
    chapters: form.chapters.map((chapter) => ({ ...chapter, title: replaceNames(chapter.title, inText) })),
    talk_time: form.talk_time.map((talk) => ({ ...talk, speaker: replaceSpeaker(talk.speaker, renames) })),
  }
}

function replaceSpeaker(speaker: string, renames: readonly SpeakerRename[]): string {
  const renamed = renames.find(({ from }) => toPlainText(from) === speaker)
  return renamed ? toPlainText(renamed.to) : speaker
}

const rename = (names: Readonly<Record<string, string>>, renames: readonly SpeakerRename[]) =>
  Object.fromEntries(Object.entries(names).map(([voice, name]) => [voice, renames.find(({ from }) => from === name)?.to ?? name]))

/** A model that writes in another language translates "Speaker 2". */
const withTranslatedNames = (renames: readonly SpeakerRename[], language: string): SpeakerRename[] =>
  renames.flatMap(({ from, to }) => {
    const plain = { from: toPlainText(from), to: toPlainText(to) }
    const translated = { ...plain, from: from.replace('Speaker', speakerLabel(language)) }
    return isDefaultName(from) && translated.from !== from ? [plain, translated] : [plain]
  })

const inMarkdown = (renames: readonly SpeakerRename[]): SpeakerRename[] =>
  renames.map(({ from, to }) => ({ from: escapeMarkdown(from), to: escapeMarkdown(to) }))

/** Replaces whole names, all at once, so that two names can be exchanged. */
function replaceNames(text: string, renames: readonly SpeakerRename[]): string {
  const replacements = new Map(renames.filter(({ from }) => from !== '').map(({ from, to }) => [from, to]))
  if (replacements.size === 0) return text
  const patterns = [...replacements.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((find) => searchPattern({ find, match_case: true, whole_word: true }).source)
  return text.replaceAll(new RegExp(patterns.join('|'), 'gu'), (name) => replacements.get(name.replaceAll(/\s+/g, ' ')) ?? name)
}
