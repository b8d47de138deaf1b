import { AVATAR_MAX_LENGTH } from '../../contract.ts'

/** Width and height in pixels. */
export const AVATAR_SIZE = 128

/** Returns the largest centered square of an image of this size. */
export function centerSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

/**
 * Returns the image as a small square data URL: WebP, or JPEG if the browser cannot encode WebP. Throws if the file is not an
 * image or the result is too large.
 */
export async function resizeAvatar(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = AVATAR_SIZE
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    const { x, y, side } = centerSquare(bitmap.width, bitmap.height)
    // JPEG has no transparency. Without a background, transparent areas would become black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, AVATAR_SIZE, AVATAR_SIZE)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, x, y, side, side, 0, 0, AVATAR_SIZE, AVATAR_SIZE)
    const webp = canvas.toDataURL('image/webp', 0.86)
    const dataUrl = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', 0.86)
    if (dataUrl.length > AVATAR_MAX_LENGTH) throw new Error('too large')
    return dataUrl
  } finally {
    bitmap.close()
  }
}
