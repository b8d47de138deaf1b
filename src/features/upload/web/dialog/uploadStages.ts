import { isNetworkFailure, isUnderway, type UploadItem } from '../queue/uploadItem.ts'

/** The stages of every file, from its choice to its summary, in the order in which the dialog draws them. */
export const STAGES = ['prepare', 'send', 'library', 'transcript', 'summary'] as const

/** What the server has done with an uploaded file, or is doing. */
export type ServerProgress = {
  /** One line: "Transcribing · 2 min", "Summary ready". */
  readonly message: string
  readonly tone: 'plain' | 'good' | 'bad'
  /** Progress of the transcription and of the summary, 0 to 1; null while it is not known. */
  readonly transcript: number | null
  readonly summary: number | null
}

/** Returns the progress of each stage, 0 to 1, or null while it runs without a known progress. */
export function stageShares(item: UploadItem, server: ServerProgress | undefined): readonly (number | null)[] {
  if (item.status === 'completed') return [1, 1, 1, server?.transcript ?? 0, server ? server.summary : 0]
  return [...localShares(item), 0, 0, 0]
}

/** The progress of preparing and of sending. */
function localShares({ status, percent, duration, sendBytes, upload }: UploadItem): readonly (number | null)[] {
  if (status === 'transcoding') return [duration === null ? null : percent / 100, 0]
  if (status === 'uploading' || status === 'uploadNetworkError') return [1, percent / 100]
  return [sendBytes !== null || upload !== null ? 1 : 0, 0]
}

/** True when the stages of an item are drawn: it has been uploaded, or will be without the user. */
export const hasStages = (item: UploadItem): boolean =>
  item.held || isUnderway(item) || isNetworkFailure(item) || item.status === 'completed'

/** Compares by value: the objects are new with every change of any task. */
export const isSameProgress = (a: ServerProgress | undefined, b: ServerProgress | undefined): boolean =>
  a?.message === b?.message && a?.tone === b?.tone && a?.transcript === b?.transcript && a?.summary === b?.summary
