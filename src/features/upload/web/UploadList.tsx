import { type ReactElement, type RefObject, useCallback, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import { useWords } from '#ui/words.ts'
import type { UploadItem } from './uploadItem.ts'
import { UploadRow } from './UploadRow.tsx'
import { useFocusKept } from './useFocusKept.ts'
import type { RowRun } from './useUploadActs.ts'

/** Up to this number every row is rendered; above it, only the visible ones. */
const ALL_IN_PAGE = 60
/** Estimated height of a row in pixels, until it has been measured. */
const ROW_HEIGHT = 72

export type UploadListProps = {
  items: readonly UploadItem[]
  run: RowRun
  canTranscribe: boolean
  /** Focused when the last row has been removed. */
  after: RefObject<HTMLElement | null>
}

/** The queue, one row per file. */
export function UploadList({ items, run, canTranscribe, after }: UploadListProps) {
  const t = useWords('upload')
  const list = useRef<HTMLDivElement>(null)
  const { focusedIndex, ...focusKept } = useFocusKept({ list, after, items })
  const row = (item: UploadItem) => <UploadRow item={item} run={run} canTranscribe={canTranscribe} />
  return (
    <div ref={list} {...focusKept} className="mt-4">
      {items.length <= ALL_IN_PAGE ? (
        <ul aria-label={t('files_label')}>
          {items.map((item) => (
            <li key={item.id}>{row(item)}</li>
          ))}
        </ul>
      ) : (
        <InSight items={items} row={row} kept={focusedIndex} />
      )}
    </div>
  )
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  let above = element?.parentElement ?? null
  while (above && getComputedStyle(above).overflowY !== 'auto') above = above.parentElement
  return above
}

type InSightProps = {
  items: readonly UploadItem[]
  row: (item: UploadItem) => ReactElement
  /** Index of a row that stays mounted while scrolling. */
  kept: number | null
}

/** The visible rows of a long queue, which scrolls together with the content above it. */
function InSight({ items, row, kept }: InSightProps) {
  const t = useWords('upload')
  const scroller = useRef<HTMLElement>(null)
  const [above, setAbove] = useState<number | null>(null)
  // Measured on mount, because the height of the content above varies.
  const measure = useCallback((list: HTMLDivElement | null) => {
    const found = scrollerOf(list)
    if (!list || !found) return
    scroller.current = found
    setAbove(Math.round(list.getBoundingClientRect().top - found.getBoundingClientRect().top + found.scrollTop))
  }, [])
  return (
    <div ref={measure} role="list" aria-label={t('files_label')}>
      {above !== null && (
        <Virtualizer
          scrollRef={scroller}
          startMargin={above}
          itemSize={ROW_HEIGHT}
          keepMounted={kept === null ? undefined : [kept]}
          data={items}
        >
          {(item, at) => (
            <div key={item.id} role="listitem" aria-posinset={at + 1} aria-setsize={items.length}>
              {row(item)}
            </div>
          )}
        </Virtualizer>
      )}
    </div>
  )
}
