import { type DocumentNode, REGION_MARK } from '../../rules.ts'

/** The builds of the app: payment by card, or by QR code in China. */
export type Region = 'global' | 'cn'

/**
 * Returns a document as the build for a region shows it. A heading, paragraph or list item that begins with `[global]` or `[cn]` is
 * shown in that build only, without the mark. While the region is unknown, it is left out.
 */
export function linesOfRegion(pieces: readonly DocumentNode[], region: Region | undefined): DocumentNode[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string' || !piece.children) return [piece]
    const [first, ...others] = piece.children
    const [mark, markedRegion] = (typeof first === 'string' && REGION_MARK.exec(first)) || []
    if (mark === undefined) return [{ ...piece, children: linesOfRegion(piece.children, region) }]
    if (markedRegion !== region) return []
    return [{ ...piece, children: [String(first).slice(mark.length), ...others] }]
  })
}
