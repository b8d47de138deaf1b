import { type ReactElement, type RefObject, useCallback, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import { useWords } from '#ui/words.ts'
import type { UploadItem } from './uploadItem.ts'
import { UploadRow } from './UploadRow.tsx'
import { useFocusKept } from './useFocusKept.ts'
import type { RowRun } from './useUploadActs.ts'

/** Up to here every row is in the page; of more, those in sight. */
const ALL_IN_PAGE = 60
/** Of a row, in pixels, before it has been measured. */
const ROW_HEIGHT = 72

export type UploadListProps = {
  items: readonly UploadItem[]
  run: RowRun
  canTranscribe: boolean
  /** Where the focus goes when the last row is gone. */
  after: RefObject<HTMLElement | null>
}

/** The queue, a row a file. */
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
  /** Of a row that stays in the page wherever one scrolls. */
  kept: number | null
}

/** The rows in sight of a long queue, which scrolls with all that stands above it. */
function InSight({ items, row, kept }: InSightProps) {
  const t = useWords('upload')
  const scroller = useRef<HTMLElement>(null)
  const [above, setAbove] = useState<number | null>(null)
  // Measured when it comes: the place above the queue is higher or lower by what stands there.
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
