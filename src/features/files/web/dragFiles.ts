/** What a dragged row carries beside its address: the ids of its recordings, for folders to drop them on. */
const DRAGGED_FILES = 'application/x-earshot-files'

type Dragged = Pick<DataTransfer, 'setData' | 'getData' | 'types'>

/** Called as a drag begins. */
export const carryFiles = (transfer: Dragged, ids: readonly string[]): void =>
  transfer.setData(DRAGGED_FILES, JSON.stringify(ids))

/** Whether recordings are being dragged. Their ids cannot be read before they are dropped. */
export const carriesFiles = (transfer: Dragged): boolean => transfer.types.includes(DRAGGED_FILES)

/** The ids of the recordings that were dropped; none when it was something else. */
export function droppedFiles(transfer: Dragged): string[] {
  try {
    const ids: unknown = JSON.parse(transfer.getData(DRAGGED_FILES))
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}
