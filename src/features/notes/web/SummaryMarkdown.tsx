import { createContext, use, useId, useMemo } from 'react'
import { parseTimeLink } from '#shared/timeLink.ts'
import type { ComponentProps, ReactNode } from 'react'
import Markdown from 'react-markdown'
import type { Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { citedPassages } from '../rules.ts'
import type { SummaryForm, SummaryPoint } from '../contract.ts'
import { PointTimes } from './PointDetails.tsx'
import { TimeChip } from './TimeChip.tsx'
import { useChangeTodo } from './todos/todoTicks.ts'
import type { Millis } from '#shared/units.ts'

/**
 * Renders Markdown from an untrusted source. Drops HTML and images, because an image could be loaded from any server. Links lead
 * only to a time in the recording or to the web.
 */
export function SummaryMarkdown({ markdown, cited }: { markdown: string; cited?: SummaryForm | undefined }) {
  const passages = useMemo(() => citedPassages(markdown), [markdown])
  const points = useMemo(() => pointsByTime(cited), [cited])
  return (
    <div className={TEXT_CLASSES}>
      <PassagesContext value={passages}>
        <PointsContext value={points}>
          <Markdown
            remarkPlugins={[remarkGfm, normalizeHeadings, numberTasks]}
            skipHtml
            disallowedElements={['img']}
            urlTransform={allowedAddress}
            components={COMPONENTS}
          >
            {markdown}
          </Markdown>
        </PointsContext>
      </PassagesContext>
    </div>
  )
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

/** Returns the address if it is allowed, otherwise undefined. The text of the link is kept. */
export function allowedAddress(address: string): string | undefined {
  return parseTimeLink(address) !== undefined || /^https?:\/\//i.test(address) ? address : undefined
}

type Block = { type: string; depth?: number }

/**
 * A remark plugin that fits the headings into a page with its own h1. The highest heading becomes h2, and no heading is more than
 * one level below the previous one.
 */
export function normalizeHeadings() {
  return (tree: { children: Block[] }): void => {
    const headings = tree.children.filter(({ type }) => type === 'heading')
    const highest = Math.min(...headings.map(({ depth = 1 }) => depth))
    let previousDepth = 1
    for (const heading of headings) {
      previousDepth = Math.min((heading.depth ?? 1) - highest + 2, previousDepth + 1, 6)
      heading.depth = previousDepth
    }
  }
}

/** A remark plugin that gives each task its id: `t1`, `t2` and so on, as the server counts them. */
function numberTasks() {
  return (tree: TaskNode): void => {
    let count = 0
    const visit = (node: TaskNode) => {
      if (node.type === 'listItem' && typeof node.checked === 'boolean')
        node.data = { ...node.data, hProperties: { 'data-task': `t${++count}` } }
      node.children?.forEach(visit)
    }
    visit(tree)
  }
}

type TaskNode = { type: string; checked?: boolean | null; data?: object; children?: TaskNode[] }

const COMPONENTS: Components = {
  a: Link,
  table: ScrollableTable,
  li: Item,
  input: TaskBox,
}

const TaskContext = createContext<{ labelId: string; pointId: string } | undefined>(undefined)

function Item({ children, ...props }: ComponentProps<'li'>) {
  const pointId = (props as Record<string, unknown>)['data-task']
  const labelId = useId()
  const task = useMemo(() => (typeof pointId === 'string' ? { labelId, pointId } : undefined), [labelId, pointId])
  if (!task) return <li>{children}</li>
  return (
    <TaskContext value={task}>
      <li id={labelId} className="-ms-4.5 list-none">
        {children}
      </li>
    </TaskContext>
  )
}

/** The box of a task, which can be ticked where the note can be changed. */
function TaskBox({ checked = false }: ComponentProps<'input'>) {
  const task = use(TaskContext)
  const change = useChangeTodo()
  const isDisabled = !task || !change
  return (
    <input
      type="checkbox"
      checked={checked}
      disabled={isDisabled}
      aria-labelledby={task?.labelId}
      onChange={({ currentTarget }) => task && change?.(task.pointId, currentTarget.checked)}
      className="me-2 size-4.5 align-[-3px] accent-accent"
    />
  )
}

function Link({ href, children }: ComponentProps<'a'>) {
  const time = href === undefined ? undefined : parseTimeLink(href)
  if (time !== undefined) return <Citation time={time}>{children}</Citation>
  if (!href) return <>{children}</>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
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
function Citation({ time: start, children }: { time: Millis; children: ReactNode }) {
  const end = use(PassagesContext).find((passage) => passage.start === start)?.end ?? start
  const point = use(PointsContext).get(start)
  if (point) return <PointTimes point={point} />
  return (
    <TimeChip passage={{ start, end }} className="ms-1.5">
      {children}
    </TimeChip>
  )
}
