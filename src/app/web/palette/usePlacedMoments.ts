import { useState } from 'react'
import type { PaletteChoice } from '#ui/feature/PaletteAction.ts'
import type { Group } from './findChoices.ts'

type Groups = readonly Group<PaletteChoice>[]

/**
 * Adds the moments, which arrive after everything else, to the groups. They are placed after the first group, so that Enter still
 * chooses the same item. When the highlight has already moved further down, they are placed last or held back: the item under the
 * cursor never moves.
 */
export function usePlacedMoments(instant: Groups, found: readonly PaletteChoice[]) {
  const [highlighted, setHighlighted] = useState(0)
  const [placed, setPlaced] = useState({ found, moments: found, isLast: false })
  const firstSize = instant[0]?.items.length ?? 0
  if (placed.found !== found) {
    const isBelow = highlighted > 0 && highlighted >= firstSize
    if (!isBelow) setPlaced({ found, moments: found, isLast: false })
    else if (placed.moments.length === 0) setPlaced({ found, moments: found, isLast: true })
    else setPlaced({ ...placed, found })
  }
  const group = { kind: 'moments' as const, items: placed.moments }
  const position = placed.isLast ? instant.length : 1
  const groups = group.items.length === 0 ? instant : instant.toSpliced(position, 0, group)
  return { groups, setHighlighted }
}
