import type { UnfinishedUpload } from '../../contract.ts'
import type { ImportedTexts } from './uploadItem.ts'

/** The commands of the queue. Every tab can call them; the active tab executes them. */
export type QueueCommands = {
  /**
   * Checks a selection and adds it to the queue (B§5). Returns the names of the files over the limit, once the rest is in the
   * queue. `ids` has one id per file; a tab of an older version sends none. `texts` are those of imported recordings, one for each
   * file: their titles may repeat those of others.
   */
  readonly add: (
    files: readonly File[],
    folderId: string | null,
    ids?: readonly string[],
    texts?: readonly ImportedTexts[],
  ) => Promise<readonly string[]>
  /** Uploads a duplicate under a title with the date and time appended (B§5). */
  readonly keepBoth: (id: string) => void
  /** Uploads a file although the same audio exists. */
  readonly sendAnyway: (id: string) => void
  readonly retry: (id: string) => void
  /** Retries items that failed because of the network. */
  readonly retryNow: () => void
  /** Pauses an item; it can be retried. */
  readonly cancel: (id: string) => void
  /** Stops an item and removes it from the list; `undoRemove` restores it. */
  readonly remove: (id: string) => void
  readonly undoRemove: (id: string) => void
  readonly clearFinished: () => void
  /** Sets the file of an item whose bytes are lost. Returns false and changes nothing when it is another file. */
  readonly reselectFile: (id: string, file: File) => Promise<boolean>
  /** Continues an upload of another browser with its file selected again. Returns false when the audio differs. */
  readonly continueWith: (unfinished: UnfinishedUpload, file: File) => Promise<boolean>
  /** Returns the stored audio of an item: the bytes to send, or the selected file. */
  readonly bytesOf: (id: string) => Promise<Blob | null>
}
export type Command = keyof QueueCommands
/** Result of a command. */
export type CommandResult<Name extends Command> = Awaited<ReturnType<QueueCommands[Name]>>
