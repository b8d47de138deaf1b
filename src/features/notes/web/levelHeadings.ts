type Block = { type: string; depth?: number }

/**
 * For remark: the headings of a text on a page that has its own h1. The highest becomes h2, and none is more than one level
 * below the one before it, so that those who go from heading to heading miss none.
 */
export function levelHeadings() {
  return (tree: { children: Block[] }): void => {
    const headings = tree.children.filter(({ type }) => type === 'heading')
    const highest = Math.min(...headings.map(({ depth = 1 }) => depth))
    let before = 1
    for (const heading of headings) {
      before = Math.min((heading.depth ?? 1) - highest + 2, before + 1, 6)
      heading.depth = before
    }
  }
}
