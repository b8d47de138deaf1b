import { useState } from 'react'
import { currentAccountId } from '#browser/session/token.ts'
import type { TemplateItem } from '../../contract.ts'
import { type Draft, draftOf, isSameDraft, readTemplateDraft, removeTemplateDraft, storeTemplateDraft } from './draft.ts'

/**
 * Returns what is written, kept in this browser until it is saved or discarded. `isRestored` is true when it was written before
 * and not saved.
 */
export function useDraft(template: TemplateItem | null) {
  const owner = currentAccountId() ?? ''
  const id = template?.id
  const saved = draftOf(template)
  const [{ draft, isRestored }, setState] = useState(() => {
    const stored = readTemplateDraft(id)
    const isChanged = stored !== undefined && !isSameDraft(stored, saved)
    return { draft: isChanged ? stored : saved, isRestored: isChanged }
  })
  return {
    draft,
    isRestored,
    owner,
    change: (part: Partial<Draft>) => {
      const next = { ...draft, ...part }
      setState({ draft: next, isRestored })
      if (isSameDraft(next, saved)) removeTemplateDraft(id)
      else storeTemplateDraft(next, id)
    },
    /** Goes back to what was saved. */
    discard: () => {
      removeTemplateDraft(id)
      setState({ draft: saved, isRestored: false })
    },
  }
}
