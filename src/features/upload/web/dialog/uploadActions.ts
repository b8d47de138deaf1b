import { canRetry, isNetworkFailure, isUnderway, type UploadItem } from '../queue/uploadItem.ts'

/** Actions available for a file of the queue. */
export type UploadAction =
  | 'open'
  | 'keepBoth'
  | 'openSame'
  | 'sendAnyway'
  | 'reselectFile'
  | 'resume'
  | 'retry'
  | 'download'
  | 'pause'
  | 'remove'

/** Returns the actions in the order of their buttons. `main` is the most likely one. */
export function uploadActions(item: UploadItem): { all: readonly UploadAction[]; main: UploadAction | null } {
  const all = availableActions(item)
  return { all, main: MAIN_ACTIONS.find((action) => all.includes(action)) ?? null }
}

/** The commands of the actions that have one. */
export const ACTION_COMMANDS = {
  keepBoth: 'keepBoth',
  sendAnyway: 'sendAnyway',
  resume: 'retry',
  retry: 'retry',
  pause: 'pause',
} as const

export const isCommandAction = (action: UploadAction): action is keyof typeof ACTION_COMMANDS => action in ACTION_COMMANDS

const MAIN_ACTIONS: readonly UploadAction[] = ['open', 'keepBoth', 'openSame', 'reselectFile', 'resume', 'retry']

function availableActions(item: UploadItem): readonly UploadAction[] {
  if (item.fileId !== null) return ['open']
  if (item.held) return ['resume', 'remove']
  if (isUnderway(item)) return ['pause', 'remove']
  if (item.status === 'duplicateName') return [...duplicateActions(item), 'remove']
  if (item.reason === 'bytesLost') return ['reselectFile', 'remove']
  return [...(canRetry(item) ? (['retry'] as const) : []), ...(canDownload(item) ? (['download'] as const) : []), 'remove']
}

function duplicateActions({ reason, sameAs }: UploadItem): readonly UploadAction[] {
  if (reason !== 'sameSound') return ['keepBoth']
  return sameAs !== null && sameAs.fileId !== null ? ['sendAnyway', 'openSame'] : ['sendAnyway']
}

/** True when the user may have no other copy of the file, so that it can be downloaded from the queue. */
const canDownload = (item: UploadItem): boolean =>
  isNetworkFailure(item) || (item.status === 'refused' && item.reason !== 'notSound' && item.reason !== 'damaged')
