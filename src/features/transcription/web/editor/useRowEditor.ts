import { useLayoutEffect, useState } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { newId } from '#browser/random/random.ts'
import type { EditOperation } from '../../contract.ts'
import type { RowEditor, TranscriptEditor } from './transcriptEditor.ts'

/** Whether a transcript is being edited, its paragraph with the caret, and the actions of its rows and toolbar. */
export function useRowEditor(editor: TranscriptEditor | undefined) {
  const [isOn, setOn] = useState(false)
  const [activeId, setActiveId] = useState<string>()
  const [showsMachine, setShowsMachine] = useState(false)
  const [actions] = useState(() => new RowActions(setActiveId))
  // Rows call the actions later, from events.
  useLayoutEffect(() => actions.use(editor))
  const isEditing = isOn && editor !== undefined
  const active = isEditing ? editor.segments.find(({ id }) => id === activeId) : undefined
  return {
    isEditing,
    start: () => setOn(true),
    finish: () => setOn(false),
    rows: isEditing ? actions.rows : undefined,
    /** The paragraph with the caret. */
    active,
    splitActive: () => active && actions.split(active.id, actions.caret, active.content),
    mergeActive: () => active && actions.merge(active.id, 'previous', active.content),
    revertActive: () => active && editor?.apply([{ kind: 'revert', segment: active.id }]),
    showsMachine,
    setShowsMachine,
  }
}

export type RowEditorState = ReturnType<typeof useRowEditor>

/** The actions of the rows on the current transcript. */
class RowActions {
  #editor: TranscriptEditor | undefined
  /** The position of the caret in its paragraph. */
  caret = 0
  readonly rows: RowEditor
  /** The paragraph that takes the focus when it is shown. */
  #nextCaret: { id: string; at: number } | undefined

  constructor(onActive: (id: string) => void) {
    this.rows = {
      changeText: (id, content) => this.#apply(this.#changeOf(id, content)),
      split: (id, at, content) => this.split(id, at, content),
      merge: (id, direction, content) => this.merge(id, direction, content),
      undo: () => this.#editor?.canUndo && this.#editor.undo(),
      redo: () => this.#editor?.canRedo && this.#editor.redo(),
      onCaret: (id, at) => {
        this.caret = at
        onActive(id)
      },
      onInput: () => (this.#nextCaret = undefined),
      caretOf: (id) => this.#caretOf(id),
    }
  }

  use(editor: TranscriptEditor | undefined): void {
    this.#editor = editor
  }

  split(id: string, at: number, content: string): void {
    const new_id = `${id}.${newId().slice(-6)}`
    const spaces = content.length - content.trimStart().length
    this.#nextCaret = { id: new_id, at: 0 }
    this.#apply([...this.#changeOf(id, content), { kind: 'split', segment: id, at: Math.max(0, at - spaces), new_id }])
  }

  merge(id: string, direction: 'previous' | 'next', content: string): void {
    const index = this.#segments.findIndex((segment) => segment.id === id)
    const first = direction === 'previous' ? index - 1 : index
    const [segment, next] = [this.#segments[first], this.#segments[first + 1]]
    if (!segment || !next) return
    this.#nextCaret = { id: segment.id, at: direction === 'previous' ? segment.content.length : content.trim().length }
    this.#apply([...this.#changeOf(id, content), { kind: 'merge', segment: segment.id }])
  }

  get #segments(): readonly Segment[] {
    return this.#editor?.segments ?? []
  }

  #apply(operations: readonly EditOperation[]): void {
    if (operations.length > 0) this.#editor?.apply(operations)
  }

  #changeOf(id: string, content: string): EditOperation[] {
    const saved = this.#segments.find((segment) => segment.id === id)
    return !saved || saved.content === content.trim() ? [] : [{ kind: 'set_text', segment: id, content }]
  }

  #caretOf(id: string): number | undefined {
    return this.#nextCaret?.id === id ? this.#nextCaret.at : undefined
  }
}
