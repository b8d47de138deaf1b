import { type ReactElement, type RefObject, useCallback, useRef, useState, type FocusEvent, useLayoutEffect } from 'react'
import { Virtualizer } from 'virtua'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { UploadItem } from '../queue/uploadItem.ts'
import { UploadRow } from './UploadRow.tsx'
import type { RunRowAction } from './RowButtons.tsx'
import { STAGES, hasStages, type ServerProgress } from './uploadStages.ts'

/** Up to this number every row is rendered; above it, only the visible ones. */
const VIRTUALIZE_ABOVE = 60
/** Estimated height of a row in pixels, until it has been measured. */
const ESTIMATED_ROW_HEIGHT = 72

export type UploadListProps = {
  items: readonly UploadItem[]
  run: RunRowAction
  /** Returns what the server does with an uploaded file; undefined for nothing. */
  serverProgressOf: (fileId: string) => ServerProgress | undefined
  /** Focused when the last row has been removed. */
  after: RefObject<HTMLElement | null>
}

/** The queue, one row per file. */
export function UploadList({ items, run, serverProgressOf, after }: UploadListProps) {
  const t = useTranslations('upload')
  const list = useRef<HTMLDivElement>(null)
  const { focusedIndex, ...focusHandlers } = useRestoreFocus({ list, after, items })
  const row = (item: UploadItem) => (
    <UploadRow item={item} server={item.fileId === null ? undefined : serverProgressOf(item.fileId)} run={run} />
  )
  return (
    <div ref={list} {...focusHandlers} className="mt-4">
      {items.some(hasStages) && <StageNames />}
      {items.length <= VIRTUALIZE_ABOVE ? (
        <ul aria-label={t('files_label')}>
          {items.map((item) => (
            <li key={item.id}>{row(item)}</li>
          ))}
        </ul>
      ) : (
        <VirtualRows items={items} row={row} mountedIndex={focusedIndex} />
      )}
    </div>
  )
}

/** The names of the stages, above their columns. Phones have no room for them, and the rows say it in words. */
function StageNames() {
  const t = useTranslations('upload')
  return (
    <div aria-hidden className="flex gap-1 pb-1.5 text-xs text-ink3 max-sm:hidden">
      {STAGES.map((stage) => (
        <span key={stage} className="min-w-0 flex-1 truncate">
          {t(`stage_${stage}`)}
        </span>
      ))}
    </div>
  )
}

function scrollParentOf(element: HTMLElement | null): HTMLElement | null {
  let parent = element?.parentElement ?? null
  while (parent && getComputedStyle(parent).overflowY !== 'auto') parent = parent.parentElement
  return parent
}

type VirtualRowsProps = {
  items: readonly UploadItem[]
  row: (item: UploadItem) => ReactElement
  /** Index of a row that stays mounted while scrolling. */
  mountedIndex: number | null
}

/** The visible rows of a long queue, which scrolls together with the content above it. */
function VirtualRows({ items, row, mountedIndex }: VirtualRowsProps) {
  const t = useTranslations('upload')
  const scroller = useRef<HTMLElement>(null)
  const [offsetTop, setOffsetTop] = useState<number | null>(null)
  // Measured on mount, because the height of the content above varies.
  const measure = useCallback((list: HTMLDivElement | null) => {
    const scrollParent = scrollParentOf(list)
    if (!list || !scrollParent) return
    scroller.current = scrollParent
    setOffsetTop(Math.round(list.getBoundingClientRect().top - scrollParent.getBoundingClientRect().top + scrollParent.scrollTop))
  }, [])
  return (
    <div ref={measure} role="list" aria-label={t('files_label')}>
      {offsetTop !== null && (
        <Virtualizer
          scrollRef={scroller}
          startMargin={offsetTop}
          itemSize={ESTIMATED_ROW_HEIGHT}
          keepMounted={mountedIndex === null ? undefined : [mountedIndex]}
          data={items}
        >
          {(item, index) => (
            <div key={item.id} role="listitem" aria-posinset={index + 1} aria-setsize={items.length}>
              {row(item)}
            </div>
          )}
        </Virtualizer>
      )}
    </div>
  )
}

type FocusOptions = {
  list: RefObject<HTMLElement | null>
  after: RefObject<HTMLElement | null>
  items: readonly UploadItem[]
}

/**
 * Keeps the focus in the queue. When the focused button disappears, the first button of its row is focused, or of the row that
 * takes its place, or otherwise `after`. `focusedIndex` is the row with the focus.
 */
function useRestoreFocus({ list, after, items }: FocusOptions) {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const lastIndex = useRef(0)
  const focusedIndex = items.findIndex((item) => item.id === focusedId)
  // Runs before the dialog notices the lost focus, because it would move the focus to its own edge.
  useLayoutEffect(() => {
    if (focusedIndex >= 0) lastIndex.current = focusedIndex
    if (focusedId === null || !isFocusLost()) return
    const next = items[focusedIndex] ?? items[Math.min(lastIndex.current, items.length - 1)]
    const row = next && list.current?.querySelector(`[data-upload="${CSS.escape(next.id)}"]`)
    const nextFocus = row?.querySelector<HTMLElement>('button') ?? after.current
    nextFocus?.focus({ preventScroll: true })
  }, [items, focusedId, focusedIndex, list, after])
  return {
    focusedIndex: focusedIndex < 0 ? null : focusedIndex,
    onFocus: ({ target }: FocusEvent) => setFocusedId(target.closest<HTMLElement>('[data-upload]')?.dataset['upload'] ?? null),
    // Without a related target, the window lost the focus or the button was removed.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) setFocusedId(null)
    },
  }
}

/** True when the focus is nowhere or on the dialog as a whole. */
const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.getAttribute('role') === 'dialog'
