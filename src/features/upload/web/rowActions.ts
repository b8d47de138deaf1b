import { isNetworkFailure, isUnderway, mayRetry, type UploadItem } from './uploadItem.ts'

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
export const ICONS: ReadonlySet<RowAction> = new Set(['pause', 'remove'])

/** Returns the actions in the order of their buttons. `main` is the most likely one. */
export function rowActions(item: UploadItem): { all: readonly RowAction[]; main: RowAction | null } {
  const all = actionsOf(item)
  return { all, main: MAIN.find((action) => all.includes(action)) ?? null }
}

const MAIN: readonly RowAction[] = ['open', 'keepBoth', 'openSame', 'chooseAgain', 'goOn', 'retry']

function actionsOf(item: UploadItem): readonly RowAction[] {
  if (item.fileId !== null) return ['transcribe', 'open']
  if (item.held) return ['goOn', 'remove']
  if (isUnderway(item)) return ['pause', 'remove']
  if (item.status === 'duplicateName') return [...duplicateActions(item), 'remove']
  if (item.reason === 'bytesLost') return ['chooseAgain', 'remove']
  return [...(mayRetry(item) ? (['retry'] as const) : []), ...(isKeptHere(item) ? (['download'] as const) : []), 'remove']
}

function duplicateActions({ reason, sameAs }: UploadItem): readonly RowAction[] {
  if (reason !== 'sameSound') return ['keepBoth']
  return sameAs !== null && sameAs.fileId !== null ? ['sendAnyway', 'openSame'] : ['sendAnyway']
}

/** True when the user may have no other copy of the file, so that it can be downloaded from the queue. */
const isKeptHere = (item: UploadItem): boolean =>
  isNetworkFailure(item) || (item.status === 'refused' && item.reason !== 'notSound' && item.reason !== 'damaged')
