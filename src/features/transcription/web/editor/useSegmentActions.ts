import { useLayoutEffect, useState } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useToast } from '#ui/toast/useToast.ts'
import type { EditOperation } from '../../contract.ts'
import type { SegmentActions, TranscriptEditor } from './transcriptEditor.ts'

/** Returns what the menus of a transcript do; undefined when it cannot be edited. */
export function useSegmentActions(
  editor: TranscriptEditor | undefined,
  labelOf: (speaker: string) => string,
): SegmentActions | undefined {
  const t = useTranslations('transcription')
  const toast = useToast()
  const [actions] = useState(() => new Actions())
  // Menus call the actions later, from events.
  useLayoutEffect(() => {
    const report = (text: string, editId: string) =>
      toast.show(text, { action: { label: t('edit_undo'), run: () => actions.undo(editId) } })
    actions.use({ editor, labelOf, report })
  })
  return editor && actions
}

/** The transcript as it is shown now. */
type Page = {
  editor: TranscriptEditor | undefined
  labelOf: (speaker: string) => string
  report: (text: string, editId: string) => void
}

class Actions implements SegmentActions {
  #page: Page = { editor: undefined, labelOf: String, report: () => {} }

  use(page: Page): void {
    this.#page = page
  }

  undo(editId: string): void {
    this.#page.editor?.undo(editId)
  }

  segments(): readonly Segment[] {
    return this.#page.editor?.segments ?? []
  }

  labelOf(speaker: string): string {
    return this.#page.labelOf(speaker)
  }

  change(operations: readonly EditOperation[], text: string): void {
    const editId = operations.length > 0 ? this.#page.editor?.apply(operations) : undefined
    if (editId) this.#page.report(text, editId)
  }
}
