import { isNetworkFailure, isUnderway, canRetry, type UploadItem } from '../queue/uploadItem.ts'

/** Actions available for a file of the queue. */
export type RowAction =
  | 'transcribe'
  | 'open'
  | 'keepBoth'
  | 'openSame'
  | 'sendAnyway'
  | 'chooseAgain'
  | 'goOn'
  | 'retry'
  | 'download'
  | 'pause'
  | 'remove'

/** Actions shown as icon buttons. */
export const ICON_ACTIONS: ReadonlySet<RowAction> = new Set(['pause', 'remove'])

/** Returns the actions in the order of their buttons. `main` is the most likely one. */
export function rowActions(item: UploadItem): { all: readonly RowAction[]; main: RowAction | null } {
  const all = availableActions(item)
  return { all, main: MAIN_ACTIONS.find((action) => all.includes(action)) ?? null }
}

const MAIN_ACTIONS: readonly RowAction[] = ['open', 'keepBoth', 'openSame', 'chooseAgain', 'goOn', 'retry']

function availableActions(item: UploadItem): readonly RowAction[] {
  if (item.fileId !== null) return ['transcribe', 'open']
  if (item.held) return ['goOn', 'remove']
  if (isUnderway(item)) return ['pause', 'remove']
  if (item.status === 'duplicateName') return [...duplicateActions(item), 'remove']
  if (item.reason === 'bytesLost') return ['chooseAgain', 'remove']
  return [...(canRetry(item) ? (['retry'] as const) : []), ...(canDownload(item) ? (['download'] as const) : []), 'remove']
}

function duplicateActions({ reason, sameAs }: UploadItem): readonly RowAction[] {
  if (reason !== 'sameSound') return ['keepBoth']
  return sameAs !== null && sameAs.fileId !== null ? ['sendAnyway', 'openSame'] : ['sendAnyway']
}

/** True when the user may have no other copy of the file, so that it can be downloaded from the queue. */
const canDownload = (item: UploadItem): boolean =>
  isNetworkFailure(item) || (item.status === 'refused' && item.reason !== 'notSound' && item.reason !== 'damaged')
