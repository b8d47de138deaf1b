import type { TreeBranch } from './noteTree.ts'

/** Sizes of the map in pixels. */
export const MAP_SIZES = { root: 152, branch: 196, branchHeight: 50, leaf: 320, leafHeight: 44, gap: 56 } as const
const BRANCH_GAP = 20

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export type TreeLayout = {
  readonly width: number
  readonly height: number
  readonly root: Box
  /** The box of each branch and its leaves; none for a collapsed branch. */
  readonly branches: readonly {
    readonly id: string
    readonly box: Box
    readonly leaves: readonly { readonly id: string; readonly box: Box }[]
  }[]
}

/**
 * Places the map in three columns: the title, the branches, the leaves. A branch is in the middle of its leaves, and the title in the
 * middle of everything. Places are counted from the start of the line.
 */
export function layoutTree(branches: readonly TreeBranch[], collapsed: ReadonlySet<string>): TreeLayout {
  const { root, branch: branchWidth, branchHeight, leaf: leafWidth, leafHeight, gap } = MAP_SIZES
  const branchX = root + gap
  const leafX = branchX + branchWidth + gap
  let top = 0
  const placed = branches.map(({ id, leaves }) => {
    const shown = collapsed.has(id) ? [] : leaves
    const height = Math.max(branchHeight, shown.length * leafHeight)
    const first = top + (height - shown.length * leafHeight) / 2
    const entry = {
      id,
      box: { x: branchX, y: top + (height - branchHeight) / 2, width: branchWidth, height: branchHeight },
      leaves: shown.map((leaf, index) => ({
        id: leaf.id,
        box: { x: leafX, y: first + index * leafHeight, width: leafWidth, height: leafHeight },
      })),
    }
    top += height + BRANCH_GAP
    return entry
  })
  const height = Math.max(top - BRANCH_GAP, 84)
  return { width: leafX + leafWidth, height, root: { x: 0, y: height / 2 - 42, width: root, height: 84 }, branches: placed }
}

/** Returns the path of a curve from the end of one box to the start of another. */
export function connect(from: Box, to: Box): string {
  const [x1, y1, x2, y2] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2]
  const middle = (x1 + x2) / 2
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`
}
