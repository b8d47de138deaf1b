import type { Segment } from '#features/files/contract.ts'
import type { LeftOut } from '#features/transcription/rules.ts'
import type { Millis } from '#shared/units.ts'
import type { ImportGroup, ImportText } from './groupEntries.ts'
import { type ParseTranscript, readJsonFile, readTimedFile, type TextFacts } from './readTextFile.ts'

/** Reads a text of an export. Rejects when it cannot be read. */
export type ReadText = (text: ImportText) => Promise<string>

export type TextReaders = { readonly readText: ReadText; readonly parseTranscript: ParseTranscript }

/** Why a recording cannot be imported whole. With `noTimes` and `unreadableText` the sound is imported without its transcript. */
export type ImportProblem = 'noSound' | 'noTimes' | 'unreadableText'

/** A recording of an export with its texts. */
export type ImportedRecording = {
  readonly title: string
  /** Null when nothing says when it was made. */
  readonly startTime: Millis | null
  readonly duration: Millis | null
  /** The name of its folder; null for none. */
  readonly folder: string | null
  readonly segments: readonly Segment[] | null
  /** Markdown; empty for none. */
  readonly summary: string
  readonly isTrash: boolean
  readonly problem: ImportProblem | null
  /** What the transcript has not of its file, when there is something. */
  readonly leftOut?: readonly LeftOut[]
  readonly placeKind?: 'line' | 'row'
}

/** A text with this share of the length of the transcript is the same transcript without times, and no summary. */
const SAME_TEXT_SHARE = 0.7

/** Texts that may be a summary. */
const PLAIN_SUFFIXES: ReadonlySet<string> = new Set(['docx', 'txt', 'md'])

type Found = { facts: TextFacts; summary: string; plain: string[]; hasUntimed: boolean; isUnreadable: boolean }

/** Reads the texts of a recording: the transcript from the most exact of them, the summary, and when it was made. */
export async function readRecording(
  group: ImportGroup,
  { readText, parseTranscript }: TextReaders,
  folderNames: ReadonlyMap<string, string> = new Map(),
): Promise<ImportedRecording> {
  const found: Found = { facts: {}, summary: '', plain: [], hasUntimed: false, isUnreadable: false }
  for (const text of group.texts) {
    if (found.facts.isComplete || text.role === 'chat') break
    try {
      addText(found, text, { content: await readText(text), parseTranscript })
    } catch {
      found.isUnreadable = true
    }
  }
  const { facts } = found
  const segments = facts.segments ?? null
  const spoken = segments?.reduce((sum, { content }) => sum + content.length, 0) ?? 0
  const isOther = (text: string) => spoken === 0 || text.length < spoken * SAME_TEXT_SHARE
  const summary = facts.summary ?? (found.summary || (found.plain.find(isOther) ?? ''))
  const ownFolder = facts.folderIds?.map((id) => folderNames.get(id)).find((name) => name !== undefined)
  return {
    title: facts.title ?? group.title,
    startTime: facts.startTime ?? group.nameTime ?? group.sound?.modifiedAt ?? null,
    duration: facts.duration ?? null,
    folder: facts.folderIds ? (ownFolder ?? null) : group.folder,
    segments,
    summary,
    isTrash: facts.isTrash ?? false,
    problem: group.sound ? textProblem(found) : 'noSound',
    ...(facts.segments && facts.leftOut && { leftOut: facts.leftOut, placeKind: facts.placeKind ?? 'line' }),
  }
}

function textProblem({ facts, hasUntimed, isUnreadable }: Found): ImportProblem | null {
  if (facts.segments) return null
  if (isUnreadable) return 'unreadableText'
  return hasUntimed ? 'noTimes' : null
}

/** Adds what a text says to what better ones said. */
function addText(
  found: Found,
  { suffix, role }: ImportText,
  { content, parseTranscript }: { content: string; parseTranscript: ParseTranscript },
): void {
  const isJson = suffix === 'json' || suffix === 'jsonl'
  const facts = isJson ? readJsonFile(content, parseTranscript) : readTimedFile(content, parseTranscript)
  const { segments, leftOut, placeKind, ...others } = facts
  const isTranscript = segments !== undefined && role !== 'summary'
  const isFirst = isTranscript && !found.facts.segments
  found.facts = { ...others, ...(isFirst && { segments, ...(leftOut && { leftOut, placeKind }) }), ...found.facts }
  if (isJson || isTranscript) return
  if (role === 'transcript') found.hasUntimed = true
  else if (content.trim() !== '' && PLAIN_SUFFIXES.has(suffix)) {
    if (role === 'summary') found.summary ||= content.trim()
    else found.plain.push(content.trim())
  }
}
