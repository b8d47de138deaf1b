import { createContext, createElement, Fragment, use, useId, useMemo } from 'react'
import type { CSSProperties, HTMLAttributes, ReactNode } from 'react'
import type { RootContent } from 'mdast'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SummaryForm, SummaryPoint } from '../contract.ts'
import { PointTimes } from './PointDetails.tsx'
import { TimeChip } from './TimeChip.tsx'
import { useChangeTodo } from './todos/todoTicks.ts'
import { linkedTimes } from '#shared/markdown/inlineText.ts'
import { taskIdsByLine } from '#shared/markdown/markdownLines.ts'
import { createMarkdownBudget, parseMarkdown } from '#shared/markdown/parseMarkdown.ts'
import { renderMarkdown } from '#shared/markdown/renderMarkdown.ts'
import { seconds, type Millis } from '#shared/units.ts'

/** Parsing takes this long at most, by estimate: a list of thousands of points. A text that exceeds it is shown as it is. */
const MAX_PARSE_TIME = seconds(10)

/**
 * Renders Markdown from an untrusted source. HTML and pictures are shown as text, because a picture could be loaded from any server.
 * Links lead only to a time in the recording, to the web and to addresses of email.
 */
export function SummaryMarkdown({ markdown, cited }: { markdown: string; cited?: SummaryForm | undefined }) {
  const passages = useMemo(() => citedPassages(markdown), [markdown])
  const points = useMemo(() => pointsByTime(cited), [cited])
  const content = useMemo(() => renderSummary(markdown), [markdown])
  return (
    <div className={TEXT_CLASSES}>
      <PassagesContext value={passages}>
        <PointsContext value={points}>{content}</PointsContext>
      </PassagesContext>
    </div>
  )
}

/** A passage ends at the next cited one, and after this time at the latest. */
const PASSAGE_MAX: Millis = 30_000

/** Returns the passages that a summary cites, in the order of the recording. */
function citedPassages(markdown: string): readonly { readonly start: Millis; readonly end: Millis }[] {
  const starts = [...new Set(linkedTimes(markdown))].sort((a, b) => a - b)
  return starts.map((start, index) => ({ start, end: Math.min(starts[index + 1] ?? Infinity, start + PASSAGE_MAX) }))
}

const PassagesContext = createContext<ReturnType<typeof citedPassages>>([])

const PointsContext = createContext<ReadonlyMap<Millis, SummaryPoint>>(new Map())

/** A point that was not found in the recording is marked in the text itself. */
function pointsByTime(form: SummaryForm | undefined): ReadonlyMap<Millis, SummaryPoint> {
  const points = form?.sections.flatMap((section) => section.points) ?? []
  return new Map(
    points.flatMap((point) => (point.start_time === null || !point.supported ? [] : [[Math.round(point.start_time), point]])),
  )
}

function renderSummary(markdown: string): ReactNode {
  const { children } = parseMarkdown(markdown, createMarkdownBudget(MAX_PARSE_TIME))
  normalizeHeadings(children)
  const taskIds = taskIdsByLine(markdown)
  const parts = renderMarkdown<ReactNode>(children, {
    text: (text) => text,
    element: (tag, { align, ...attributes }, content, node) => {
      if (tag === 'table') return createElement(ScrollableTable, null, ...content)
      if (tag === 'a')
        return createElement('a', { ...attributes, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...content)
      if (tag === 'li' && 'checked' in node && typeof node.checked === 'boolean')
        return createElement(TaskItem, { pointId: taskIds.get(node.position?.start.line ?? 0) }, ...content)
      return createElement<HTMLAttributes<HTMLElement>>(
        tag,
        { ...attributes, ...(align !== undefined && { style: { textAlign: align as CSSProperties['textAlign'] } }) },
        ...content,
      )
    },
    time: (time, label) => createElement(Citation, { time }, ...label),
    box: (isDone) => createElement(TaskBox, { isDone }),
  })
  return createElement(Fragment, null, ...parts)
}

/**
 * Fits the headings into a page with its own h1. The highest heading becomes h2, and no heading is more than one level below the
 * previous one.
 */
export function normalizeHeadings(blocks: readonly RootContent[]): void {
  const headings = blocks.filter((node) => node.type === 'heading')
  const highest = Math.min(...headings.map(({ depth }) => depth))
  let previousDepth = 1
  for (const heading of headings) {
    previousDepth = Math.min(heading.depth - highest + 2, previousDepth + 1, 6)
    heading.depth = previousDepth as typeof heading.depth
  }
}

const TaskContext = createContext<{ labelId: string; pointId: string | undefined } | undefined>(undefined)

function TaskItem({ pointId, children }: { pointId: string | undefined; children?: ReactNode }) {
  const labelId = useId()
  const task = useMemo(() => ({ labelId, pointId }), [labelId, pointId])
  return (
    <TaskContext value={task}>
      <li id={labelId} className="-ms-4.5 list-none">
        {children}
      </li>
    </TaskContext>
  )
}

/** The box of a task, which can be ticked where the note can be changed. */
function TaskBox({ isDone }: { isDone: boolean }) {
  const task = use(TaskContext)
  const change = useChangeTodo()
  const { labelId, pointId } = task ?? {}
  return (
    <input
      type="checkbox"
      checked={isDone}
      disabled={!pointId || !change}
      aria-labelledby={labelId}
      onChange={({ currentTarget }) => pointId && change?.(pointId, currentTarget.checked)}
      className="me-2 size-4.5 align-[-3px] accent-accent"
    />
  )
}

/** A table that scrolls horizontally, also with the keyboard. */
function ScrollableTable({ children }: { children?: ReactNode }) {
  const t = useTranslations('notes')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div tabIndex={0} role="region" aria-label={t('table')} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  )
}

const TEXT_CLASSES =
  'text-base break-words [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2 [&>*:first-child]:mt-0 ' +
  '[&_h2]:mb-2 [&_h2]:text-lg [&_h2]:font-[640] [&_h3]:mt-4.5 [&_h3]:mb-1.5 [&_h3]:font-[640] [&_h4]:mt-4 [&_h4]:mb-1 [&_h4]:font-[600] ' +
  '[&_p]:mb-3 [&_ul]:mb-3 [&_ul]:list-disc [&_ul]:pl-4.5 [&_ol]:mb-3 [&_ol]:list-decimal [&_ol]:pl-5.5 [&_li]:mb-2 [&_li]:pl-0.5 [&_li:has(>input)]:list-none ' +
  '[&_blockquote]:mb-3 [&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-3.5 [&_blockquote]:text-ink2 ' +
  '[&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_pre]:mb-3 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-3 ' +
  '[&_table]:mb-3 [&_table]:text-md [&_th]:border-b [&_th]:border-line [&_th]:py-1.5 [&_th]:pr-4 [&_th]:text-left [&_th]:font-[600] [&_td]:border-b [&_td]:border-line [&_td]:py-1.5 [&_td]:pr-4 [&_hr]:my-4 [&_hr]:border-line'

/** A link to a time: with the passages of its point, otherwise up to the next time that the text links to. */
function Citation({ time: start, children }: { time: Millis; children?: ReactNode }) {
  const end = use(PassagesContext).find((passage) => passage.start === start)?.end ?? start
  const point = use(PointsContext).get(start)
  if (point) return <PointTimes point={point} />
  return (
    <TimeChip passage={{ start, end }} className="ms-1.5">
      {children}
    </TimeChip>
  )
}
