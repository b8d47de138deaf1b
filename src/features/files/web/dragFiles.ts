import { useSyncExternalStore } from 'react'
import { listen } from '#ui/listen.ts'
import { makeWatchers } from '#ui/makeWatchers.ts'
import { after } from '#ui/time.ts'

/** What a dragged row carries beside its address: the ids of its recordings, for folders to drop them on. */
const DRAGGED_FILES = 'application/x-earshot-files'

type Dragged = Pick<DataTransfer, 'setData' | 'getData' | 'types'>

/** Called as a drag begins. Until it ends, `useFilesDragged` is true, and whatever takes recordings may show that it does. */
export function carryFiles(transfer: Pick<Dragged, 'setData'>, ids: readonly string[]): void {
  transfer.setData(DRAGGED_FILES, JSON.stringify(ids))
  // @NOTE Some browsers end a drag at once when the page changes while it begins.
  const shown = after(0, () => tell(true))
  const deaf = [
    listen(document, 'dragend', end, { capture: true }),
    // A row that has left the page by the drop hears of no end.
    listen(document, 'drop', end, { capture: true }),
    listen(document, 'pointerdown', end, { capture: true }),
  ]
  function end() {
    shown()
    for (const stop of deaf) stop()
    tell(false)
  }
}

/** Whether recordings are being dragged. Their ids cannot be read before they are dropped. */
export const carriesFiles = (transfer: Pick<Dragged, 'types'>): boolean => transfer.types.includes(DRAGGED_FILES)

/** The ids of the recordings that were dropped; none when it was something else. */
export function droppedFiles(transfer: Pick<Dragged, 'getData'>): string[] {
  try {
    const ids: unknown = JSON.parse(transfer.getData(DRAGGED_FILES))
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Whether recordings are being dragged just now. */
export const useFilesDragged = (): boolean => useSyncExternalStore(watch, () => isDragging)

let isDragging = false
const { watch, tellAll } = makeWatchers()

function tell(next: boolean): void {
  isDragging = next
  tellAll()
}
