import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { newId } from '#browser/random/random.ts'
import type { EditOperation } from '../../contract.ts'
import type { RowEditor, TranscriptEditor } from './transcriptEditor.ts'

/** Whether a transcript is being edited, its paragraph with the caret, and the actions of its rows and toolbar. */
export function useRowEditor(editor: TranscriptEditor | undefined) {
  const [isOn, setOn] = useState(false)
  const [activeId, setActiveId] = useState<string>()
  const [showsMachine, setShowsMachine] = useState(false)
  const caret = useRef(0)
  const latest = useRef(editor)
  const nextCaret = useRef<{ id: string; at: number }>(undefined)
  // Rows call the actions later, from events.
  useLayoutEffect(() => {
    latest.current = editor
  })
  const rows = useMemo((): RowEditor => createRowEditor(latest, nextCaret, caret, setActiveId), [])
  const isEditing = isOn && editor !== undefined
  const active = isEditing ? editor.segments.find(({ id }) => id === activeId) : undefined
  return {
    isEditing,
    start: () => setOn(true),
    finish: () => setOn(false),
    rows: isEditing ? rows : undefined,
    /** The paragraph with the caret. */
    active,
    splitActive: () => active && rows.split(active.id, caret.current, active.content),
    mergeActive: () => active && rows.merge(active.id, 'previous', active.content),
    revertActive: () => active && editor?.apply([{ kind: 'revert', segment: active.id }]),
    showsMachine,
    setShowsMachine,
  }
}

export type RowEditorState = ReturnType<typeof useRowEditor>

type Box<T> = { current: T }

function createRowEditor(
  latest: Box<TranscriptEditor | undefined>,
  nextCaret: Box<{ id: string; at: number } | undefined>,
  caret: Box<number>,
  setActiveId: (id: string) => void,
): RowEditor {
  const segments = (): readonly Segment[] => latest.current?.segments ?? []
  const changeOf = (id: string, content: string): EditOperation[] => {
    const saved = segments().find((segment) => segment.id === id)
    return !saved || saved.content === content.trim() ? [] : [{ kind: 'set_text', segment: id, content }]
  }
  const apply = (operations: readonly EditOperation[]) => latest.current?.apply(operations)
  return {
    changeText: (id, content) => apply(changeOf(id, content)),
    split: (id, at, content) => {
      const new_id = `${id}.${newId().slice(-6)}`
      const spaces = content.length - content.trimStart().length
      nextCaret.current = { id: new_id, at: 0 }
      apply([...changeOf(id, content), { kind: 'split', segment: id, at: Math.max(0, at - spaces), new_id }])
    },
    merge: (id, direction, content) => {
      const index = segments().findIndex((segment) => segment.id === id)
      const first = segments()[direction === 'previous' ? index - 1 : index]
      if (!first || !segments()[direction === 'previous' ? index : index + 1]) return
      const at = direction === 'previous' ? first.content.length : content.trim().length
      nextCaret.current = { id: first.id, at }
      apply([...changeOf(id, content), { kind: 'merge', segment: first.id }])
    },
    undo: () => latest.current?.canUndo && latest.current.undo(),
    redo: () => latest.current?.canRedo && latest.current.redo(),
    onCaret: (id, at) => {
      caret.current = at
      setActiveId(id)
    },
    takeCaret: (id) => {
      if (nextCaret.current?.id !== id) return undefined
      const { at } = nextCaret.current
      nextCaret.current = undefined
      return at
    },
  }
}
