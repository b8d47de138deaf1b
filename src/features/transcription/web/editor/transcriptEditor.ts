import type { Segment } from '#features/files/contract.ts'
import type { EditOperation } from '../../contract.ts'

/** The transcript with edits that may not be saved yet, and what can be done with it. */
export type TranscriptEditor = {
  readonly fileId: string
  /** The folder of the recording; undefined when it is in none. */
  readonly folderId: string | undefined
  readonly segments: readonly Segment[]
  /** `offline`: the edits are kept in this browser and sent again. */
  readonly status: 'saved' | 'saving' | 'offline'
  /** Changes the transcript. Returns the id of the edit; undefined when it changes nothing. `onSaved` is called when it is saved. */
  apply: (operations: readonly EditOperation[], onSaved?: (editId: string) => void) => string | undefined
  /** Undoes the last edit, or the one given. */
  undo: (editId?: string) => void
  redo: () => void
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** What the menus of paragraphs and of selected text use. The object stays the same, so that rows are not rendered again. */
export type SegmentActions = {
  segments: () => readonly Segment[]
  /** Returns the name of a speaker as it is shown. */
  labelOf: (speaker: string) => string
  /** Applies operations. A toast reports them with this text, and offers to undo them. */
  change: (operations: readonly EditOperation[], text: string) => void
}

/** What the rows of a transcript that is edited do. The object stays the same, so that rows are not rendered again. */
export type RowEditor = {
  /** Saves the text of a paragraph. */
  changeText: (id: string, content: string) => void
  /** Cuts a paragraph before a character; the text is that on the page. */
  split: (id: string, at: number, content: string) => void
  /** Joins a paragraph with the one before it, or with the one after it. */
  merge: (id: string, direction: 'previous' | 'next', content: string) => void
  undo: () => void
  redo: () => void
  /** Called with the paragraph that has the caret, and where it is. */
  onCaret: (id: string, at: number) => void
  /** Called with each input: the focus is where the person wants it. */
  onInput: () => void
  /**
   * Returns the position at which a paragraph takes the focus after a change; undefined when it does not. The list may mount a
   * paragraph more than once, so it stays until the next input.
   */
  caretOf: (id: string) => number | undefined
}
