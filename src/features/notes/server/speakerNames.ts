import { isDefaultName, renamedSpeakers, searchPattern, type SpeakerRename } from '#features/transcription/rules.ts'
import { type NamesOfVoices, speakerLabel } from '#features/transcription/server.ts'
import type { SummaryForm, SummaryPoint } from '../contract.ts'
import { readLine } from '#shared/markdown/markdownLines.ts'
import { createPointFinder, readText } from './citedPoints.ts'
import type { StoredResult } from './store.ts'
import { escapePlainText, toPlainText } from './summary/plainText.ts'

/**
 * Returns a text with the current names of the speakers. They are always inserted into the text before any renaming, so that two
 * speakers who shared a name can be separated again, and names typed by the user are kept.
 */
export function withCurrentNames(result: StoredResult, current: NamesOfVoices): StoredResult {
  const { written: _, ...base }: StoredResult = result.written ?? result
  const { speakers } = base
  if (!speakers || current.separation !== speakers.separation) return result
  const renames = renamesBetween(speakers, current)
  if (renames.length === 0) return result.written ? base : result
  return {
    ...renameInResult(base, renames),
    speakers: { ...speakers, names: renameVoices(speakers.names, renames) },
    written: base,
  }
}

/** Returns a text changed by another program, with the names in `before` replaced by those in `after`. */
export function renameInContent(content: string, before: StoredResult, after: StoredResult): string {
  const { speakers } = before
  if (!speakers || !after.speakers) return content
  const renames = renamesBetween(speakers, after.speakers)
  return replaceNames(content, inMarkdown(withTranslations(renames, sourceOf(before)?.language ?? 'en')))
}

/** Returns a generated sentence with the names in `before` replaced by those in `after`. */
export function renameInText(
  text: string,
  { before, after, language }: { before: NamesOfVoices; after: NamesOfVoices; language: string },
): string {
  if (before.separation !== after.separation) return text
  return replaceNames(text, withTranslations(renamesBetween(before, after), language))
}

type Names = Pick<NamesOfVoices, 'names'>

const renamesBetween = (before: Names, after: Names): SpeakerRename[] =>
  renamedSpeakers(new Map(Object.entries(before.names)), new Map(Object.entries(after.names)))

/** The structured summary of a text, or the one it was based on. */
const sourceOf = ({ form, basis }: StoredResult): SummaryForm | undefined => form ?? basis

function renameInResult(result: StoredResult, renames: readonly SpeakerRename[]): StoredResult {
  const { form, basis, header } = result
  const source = sourceOf(result)
  const everywhere = withTranslations(renames, source?.language ?? 'en')
  // Quotes are verbatim: only a language model or the user writes names into a text, and speech never contains "Speaker 2".
  const isQuoted = source?.engine.kind === 'extractive'
  const inText = isQuoted ? everywhere.filter(({ isDefault }) => isDefault) : everywhere
  const markdown =
    isQuoted && source
      ? renameInQuotes(result.markdown, { source, isEdited: !form, everywhere, inText })
      : replaceNames(result.markdown, inMarkdown(inText))
  return {
    ...result,
    form: form && renameInForm(form, inText, renames),
    ...(basis && { basis: renameInForm(basis, inText, renames) }),
    header: { ...header, headline: replaceNames(header.headline, inText) },
    markdown,
    content: { markdown },
  }
}

type Replacement = SpeakerRename & { readonly isDefault: boolean }
type Quotes = { source: SummaryForm; isEdited: boolean; everywhere: readonly Replacement[]; inText: readonly Replacement[] }

/** Replaces names after a quote, where the owner of a task is, and in lines written by the user. */
function renameInQuotes(markdown: string, { source, isEdited, everywhere, inText }: Quotes): string {
  const findPoints = createPointFinder(source.sections.flatMap((section) => section.points))
  return markdown
    .split('\n')
    .map((line) => {
      const [known] = findPoints(readText(readLine(line).content))
      if (!known) return replaceNames(line, inMarkdown(isEdited ? everywhere : inText))
      const quote = escapePlainText(known.text)
      const end = line.indexOf(quote) < 0 ? 0 : line.indexOf(quote) + quote.length
      return replaceNames(line.slice(0, end), inMarkdown(inText)) + replaceNames(line.slice(end), inMarkdown(everywhere))
    })
    .join('\n')
}

function renameInForm(form: SummaryForm, inText: readonly Replacement[], renames: readonly SpeakerRename[]): SummaryForm {
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

const renameVoices = (names: Readonly<Record<string, string>>, renames: readonly SpeakerRename[]) =>
  Object.fromEntries(Object.entries(names).map(([voice, name]) => [voice, renames.find(({ from }) => from === name)?.to ?? name]))

/** A model that writes in another language translates "Speaker 2". */
const withTranslations = (renames: readonly SpeakerRename[], language: string): Replacement[] =>
  renames.flatMap(({ from, to }) => {
    const plain = { from: toPlainText(from), to: toPlainText(to), isDefault: isDefaultName(from) }
    const translated = { ...plain, from: from.replace('Speaker', speakerLabel(language)) }
    return plain.isDefault && translated.from !== from ? [plain, translated] : [plain]
  })

const inMarkdown = (replacements: readonly Replacement[]): Replacement[] =>
  replacements.map(({ from, to, isDefault }) => ({ from: escapePlainText(from), to: escapePlainText(to), isDefault }))

/** Replaces whole names simultaneously, so that two names can be swapped. */
function replaceNames(text: string, replacements: readonly Replacement[]): string {
  const wanted = replacements.filter(({ from }) => from !== '')
  if (wanted.length === 0) return text
  const keyOf = (name: string) => name.replaceAll(/\s+/g, ' ').toLowerCase()
  const exact = new Map(wanted.map(({ from, to }) => [from, to]))
  const defaults = new Map(wanted.filter(({ isDefault }) => isDefault).map(({ from, to }) => [keyOf(from), to]))
  const patterns = wanted
    .toSorted((a, b) => b.from.length - a.from.length)
    .map(({ from, isDefault }) => {
      const { source } = searchPattern({ find: from, match_case: true, whole_word: true })
      return isDefault ? `(?i:${source})` : source
    })
  return text.replaceAll(
    new RegExp(patterns.join('|'), 'gu'),
    (name) => exact.get(name.replaceAll(/\s+/g, ' ')) ?? defaults.get(keyOf(name)) ?? name,
  )
}
