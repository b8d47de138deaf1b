import type { TreeBranch } from '../../rules/mind-map/noteTree.ts'

type TreeKeyPress = {
  key: string
  /** Whether the text runs from right to left, so that the left arrow leads into the tree. */
  isRtl: boolean
  focusedId: string
  branches: readonly TreeBranch[]
  collapsed: ReadonlySet<string>
}

type TreeMove = { focus: string } | { branch: string; open: boolean } | { choose: string }

/** Returns what a key does in the tree, as in the ARIA pattern for trees. Undefined for other keys. */
export function moveInTree({ key, isRtl, focusedId, branches, collapsed }: TreeKeyPress): TreeMove | undefined {
  const isOpen = (branch: TreeBranch) => !collapsed.has(branch.id) && branch.leaves.length > 0
  const order = [
    'root',
    ...branches.flatMap((branch) => [branch.id, ...(isOpen(branch) ? branch.leaves.map(({ id }) => id) : [])]),
  ]
  const index = Math.max(0, order.indexOf(focusedId))
  const branch = branches.find(({ id }) => id === focusedId)
  const parent = branches.find(({ leaves }) => leaves.some(({ id }) => id === focusedId))
  const focusAt = (place: number): TreeMove | undefined => {
    const focus = order[place]
    return focus === undefined ? undefined : { focus }
  }
  switch (key) {
    case 'ArrowDown':
      return focusAt(index + 1)
    case 'ArrowUp':
      return focusAt(index - 1)
    case 'Home':
      return focusAt(0)
    case 'End':
      return focusAt(order.length - 1)
    case isRtl ? 'ArrowLeft' : 'ArrowRight':
      if (focusedId === 'root') return focusAt(1)
      if (!branch || branch.leaves.length === 0) return undefined
      return isOpen(branch) ? focusAt(index + 1) : { branch: branch.id, open: true }
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      if (parent) return { focus: parent.id }
      if (branch && isOpen(branch)) return { branch: branch.id, open: false }
      return branch && { focus: 'root' }
    case 'Enter':
    case ' ':
      if (branch) return { branch: branch.id, open: !isOpen(branch) }
      return parent && { choose: focusedId }
    default:
      return undefined
  }
}
