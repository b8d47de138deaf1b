import { formatTimeLink } from '#shared/markdown/inlineText.ts'
import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import { escapeMarkdown } from '#shared/markdown/escapeMarkdown.ts'
import type { SectionKind, SummaryForm, SummaryPoint } from '../../contract.ts'
import { citedPassages, type Passage } from '../citations.ts'

export type TreeLeaf = {
  readonly id: string
  readonly text: string
  readonly speaker: string | null
  /** Undefined for a point that was not found in the recording. */
  readonly passage: Passage | undefined
}

export type TreeBranch = {
  readonly id: string
  readonly title: string
  /** The time of a chapter; undefined for a section. */
  readonly span: Passage | undefined
  readonly leaves: readonly TreeLeaf[]
}

/** What the map and the outline show. */
export type TreeViewProps = {
  branches: readonly TreeBranch[]
  language: string
  playedBranch: string
  playedLeaf: string
  chosenId: string | undefined
  onChoose: (id: string) => void
}

type Headings = { readonly notFound: string; readonly section: (section: { kind: SectionKind; heading: string }) => string }

/**
 * Returns the branches of a mind map: the chapters with the points made in them, then the points that have no time. Without chapters
 * the sections are the branches. A sentence that stands in two sections is one leaf.
 */
export function createNoteTree(form: SummaryForm, segments: readonly Segment[], headings: Headings): readonly TreeBranch[] {
  const toLeaf = (point: SummaryPoint): TreeLeaf => ({
    id: point.id,
    text: point.text,
    speaker: point.speaker,
    passage: point.supported ? citedPassages(point, segments)[0] : undefined,
  })
  if (form.chapters.length < 2) {
    return form.sections
      .filter(({ points }) => points.length > 0)
      .map((section, index) => ({
        id: `section-${index}`,
        title: headings.section(section),
        span: undefined,
        leaves: section.points.map(toLeaf),
      }))
  }
  const leaves = withoutRepeats(form.sections.flatMap(({ points }) => points.map(toLeaf)))
  const placed = leaves.flatMap(({ passage, ...leaf }) => (passage ? [{ ...leaf, passage }] : []))
  const chapters = form.chapters.map(({ start_time, end_time, title }, index) => ({
    id: `chapter-${index}`,
    title,
    span: { start: start_time, end: end_time },
    leaves: placed
      .filter(({ passage }) => chapterAt(form.chapters, passage.start) === index)
      .sort((a, b) => a.passage.start - b.passage.start),
  }))
  const others = leaves.filter(({ passage }) => passage === undefined)
  if (others.length === 0) return chapters
  return [...chapters, { id: 'not-found', title: headings.notFound, span: undefined, leaves: others }]
}

/** Returns the last chapter that has begun at this time; what was said before the first one belongs to it. */
const chapterAt = (chapters: SummaryForm['chapters'], time: Millis): number =>
  Math.max(
    0,
    chapters.findLastIndex(({ start_time }) => start_time <= time),
  )

function withoutRepeats(leaves: readonly TreeLeaf[]): readonly TreeLeaf[] {
  const seen = new Set<string>()
  return leaves.filter(({ text, passage }) => {
    const key = `${passage?.start ?? ''} ${text}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Returns the ids of the leaf that is played at a time and of its branch. */
export function findPlayed(branches: readonly TreeBranch[], time: Millis): { branch?: string; leaf?: string } {
  if (time <= 0) return {}
  const branch = branches.find(({ span }) => span && span.start <= time && time < span.end)
  const leaves = branch ? branch.leaves : branches.flatMap((entry) => entry.leaves)
  const leaf = leaves.find(({ passage }) => passage && passage.start <= time && time < passage.end)
  return { ...(branch && { branch: branch.id }), ...(leaf && { leaf: leaf.id }) }
}

/** Returns the map as an indented Markdown list with links to the times. */
export function formatTree(title: string, branches: readonly TreeBranch[]): string {
  const line = (text: string, span: Passage | undefined) =>
    [escapeMarkdown(text), ...(span ? [formatTimeLink(span.start)] : [])].join(' ')
  const lines = branches.flatMap((branch) => [
    `- ${line(branch.title, branch.span)}`,
    ...branch.leaves.map(({ text, passage }) => `  - ${line(text, passage)}`),
  ])
  return [`# ${escapeMarkdown(title)}`, '', ...lines, ''].join('\n')
}
