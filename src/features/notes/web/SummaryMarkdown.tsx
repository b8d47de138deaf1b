import { Children, createContext, use, useMemo } from 'react'
import { parseTimeLink } from '#shared/timeLink.ts'
import type { ComponentProps, ReactNode } from 'react'
import Markdown from 'react-markdown'
import type { Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Chip } from '#ui/badge/Chip.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { citedPassages, formatTimestamp } from '../rules.ts'
import { usePlayedTime, usePlayer } from '#features/files/web.tsx'
import type { Millis } from '#shared/units.ts'

export type SummaryMarkdownProps = {
  markdown: string
  /** True for Markdown of this server, where emphasised text in brackets marks a line as unsupported. */
  isOwnMarkdown: boolean
}

/**
 * Renders Markdown from an untrusted source. Drops HTML and images, because an image could be loaded from any server. Links lead
 * only to a time in the recording or to the web.
 */
export function SummaryMarkdown({ markdown, isOwnMarkdown }: SummaryMarkdownProps) {
  const passages = useMemo(() => citedPassages(markdown), [markdown])
  return (
    <div className={TEXT_CLASSES}>
      <PassagesContext value={passages}>
        <Markdown
          remarkPlugins={[remarkGfm, normalizeHeadings]}
          skipHtml
          disallowedElements={['img']}
          urlTransform={allowedAddress}
          components={isOwnMarkdown ? OWN_COMPONENTS : COMPONENTS}
        >
          {markdown}
        </Markdown>
      </PassagesContext>
    </div>
  )
}

const PassagesContext = createContext<ReturnType<typeof citedPassages>>([])

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

const COMPONENTS: Components = {
  a: Link,
  input: Checkbox,
  table: ScrollableTable,
}

const OWN_COMPONENTS: Components = { ...COMPONENTS, em: Emphasis }

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

/** The box of a task. It shows whether the task is done and cannot be changed here. */
function Checkbox({ checked }: ComponentProps<'input'>) {
  const t = useTranslations('notes')
  return <input type="checkbox" checked={checked ?? false} readOnly disabled aria-label={t(checked ? 'taskDone' : 'taskOpen')} />
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

function Emphasis({ children }: { children?: ReactNode }) {
  const t = useTranslations('notes')
  const nodes = Children.toArray(children)
  const text = nodes.length === 1 && typeof nodes[0] === 'string' ? /^\((.+)\)$/.exec(nodes[0])?.[1] : undefined
  if (text === undefined) return <em>{children}</em>
  return (
    <span title={t('unsupportedHint')} className="ml-1.5 inline-block">
      <Chip tone="waiting" className="font-[560]">
        {text}
      </Chip>
    </span>
  )
}

const TEXT_CLASSES =
  'text-base break-words [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2 [&>*:first-child]:mt-0 ' +
  '[&_h2]:mb-2 [&_h2]:text-lg [&_h2]:font-[640] [&_h3]:mt-4.5 [&_h3]:mb-1.5 [&_h3]:font-[640] [&_h4]:mt-4 [&_h4]:mb-1 [&_h4]:font-[600] ' +
  '[&_p]:mb-3 [&_ul]:mb-3 [&_ul]:list-disc [&_ul]:pl-4.5 [&_ol]:mb-3 [&_ol]:list-decimal [&_ol]:pl-5.5 [&_li]:mb-2 [&_li]:pl-0.5 [&_li:has(>input)]:list-none ' +
  '[&_blockquote]:mb-3 [&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-3.5 [&_blockquote]:text-ink2 ' +
  '[&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_pre]:mb-3 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-3 ' +
  '[&_table]:mb-3 [&_table]:text-md [&_th]:border-b [&_th]:border-line [&_th]:py-1.5 [&_th]:pr-4 [&_th]:text-left [&_th]:font-[600] [&_td]:border-b [&_td]:border-line [&_td]:py-1.5 [&_td]:pr-4 [&_hr]:my-4 [&_hr]:border-line'

/**
 * A button with the time that a line of the summary cites. A click plays from there. It is filled while its passage plays, and
 * outlined once that has been played.
 */
function Citation({ time: at, children }: { time: Millis; children: ReactNode }) {
  const t = useTranslations('notes')
  const playback = usePlayer()
  const end = use(PassagesContext).find(({ start }) => start === at)?.end ?? at
  const progress = usePlayedTime((played) => (played === 0 || played < at ? 'ahead' : played < end ? 'current' : 'played'))
  return (
    <button
      type="button"
      aria-current={progress === 'current' ? 'true' : undefined}
      data-progress={progress}
      aria-label={t('goToTime', { time: formatTimestamp(at) })}
      onClick={() => playback.playFrom(at)}
      className={classes(
        progress === 'current' ? 'bg-accent text-accent-ink' : 'bg-accent-soft text-accent',
        progress === 'played' && 'ring-1 ring-accent ring-inset',
        CITATION_CLASS,
      )}
    >
      {children}
    </button>
  )
}

const CITATION_CLASS =
  'tabular relative ml-1.5 inline-flex h-5 items-center rounded-full px-1.75 align-[1px] text-xs font-[560] transition-colors hover:bg-accent hover:text-accent-ink pointer-coarse:h-7 pointer-coarse:px-2.5 pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2 pointer-coarse:after:inset-x-0'
