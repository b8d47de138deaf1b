import type { File as LibraryFile } from '#features/files/contract.ts'
import type { UnfinishedUpload } from '../../contract.ts'
import type { ImportedTexts, UploadItem } from './uploadItem.ts'

/** What the user does with one item. */
export type ItemCommand =
  /** Also continues a paused item. */
  | { type: 'retry'; id: string }
  | { type: 'pause'; id: string }
  /** Uploads a duplicate under a title with the date and time appended (B§5). */
  | { type: 'keepBoth'; id: string }
  /** Uploads a file although the same audio exists. */
  | { type: 'sendAnyway'; id: string }

/** What the user does with the queue. */
export type QueueCommand =
  | ItemCommand
  | { type: 'remove'; id: string }
  | { type: 'undoRemove'; id: string }
  | { type: 'clearFinished' }

/** A file to be added. `texts` are those of an imported recording, whose title may repeat that of another. */
export type NewFile = { readonly id: string; readonly file: File; readonly texts?: ImportedTexts | undefined }

/** What every tab can call. `UploadRunner` of the active tab does it. */
export type QueueCalls = {
  readonly dispatch: (command: QueueCommand) => void
  /** Checks a selection and adds it (B§5). Returns the names of the files over the limit, once the rest is in the queue. */
  readonly add: (files: readonly NewFile[], folderId: string | null) => Promise<readonly string[]>
  /** Sets the file of an item whose bytes are lost. Returns false and changes nothing when it is another file. */
  readonly reselectFile: (id: string, file: File) => Promise<boolean>
  /** Continues an upload of another browser with its file selected again. Returns false when the audio differs. */
  readonly continueWith: (unfinished: UnfinishedUpload, file: File) => Promise<boolean>
  /** Returns the audio of an item: the bytes to send, or the selected file. Null when it is no longer available. */
  readonly bytesOf: (id: string) => Promise<Blob | null>
}

/** Runs the queue of one account. */
export type QueueRunner = QueueCalls & {
  readonly items: readonly UploadItem[]
  /** Loads the stored queue and continues it. `files` replace those whose bytes are not stored. */
  readonly restore: (files: ReadonlyMap<string, File>) => Promise<void>
  /** Retries items that failed because of the network, since it may be back. May be called any number of times. */
  readonly retryNow: () => void
  /** Stops all work; stored items stay for the next start. */
  readonly stop: () => void
}

export type RunnerSettings = {
  /** The account that owns the queue; nothing is stored for '' (no account). */
  readonly owner: string
  /** Whether this account is still signed in. Requests are never sent for another account. */
  readonly isCurrentAccount: () => boolean
  readonly onItems: (items: readonly UploadItem[]) => void
  /** `isHere`: the file was uploaded by this tab. */
  readonly onUploaded: (file: LibraryFile, isHere: boolean) => void
}

/** Loads the code that runs a queue. */
export type StartRunner = (settings: RunnerSettings) => Promise<QueueRunner>
