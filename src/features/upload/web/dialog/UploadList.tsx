import { type ReactElement, type RefObject, useCallback, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { UploadItem } from '../queue/uploadItem.ts'
import { UploadRow } from './UploadRow.tsx'
import { useRestoreFocus } from './useRestoreFocus.ts'
import type { RunRowAction } from './useRowActions.ts'

/** Up to this number every row is rendered; above it, only the visible ones. */
const VIRTUALIZE_ABOVE = 60
/** Estimated height of a row in pixels, until it has been measured. */
const ESTIMATED_ROW_HEIGHT = 72

export type UploadListProps = {
  items: readonly UploadItem[]
  run: RunRowAction
  canTranscribe: boolean
  /** Focused when the last row has been removed. */
  after: RefObject<HTMLElement | null>
}

/** The queue, one row per file. */
export function UploadList({ items, run, canTranscribe, after }: UploadListProps) {
  const t = useTranslations('upload')
  const list = useRef<HTMLDivElement>(null)
  const { focusedIndex, ...focusHandlers } = useRestoreFocus({ list, after, items })
  const row = (item: UploadItem) => <UploadRow item={item} run={run} canTranscribe={canTranscribe} />
  return (
    <div ref={list} {...focusHandlers} className="mt-4">
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
