import { AVATAR_MOST } from '../../contract.ts'

/** Width and height in pixels. */
export const AVATAR_SIDE = 128

/** Returns the largest centered square of an image of this size. */
export function middleSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

/**
 * Returns the image as a small square data URL: WebP, or JPEG if the browser cannot encode WebP. Throws if the file is not an
 * image or the result is too large.
 */
export async function avatarPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = AVATAR_SIDE
    const paint = canvas.getContext('2d')
    if (!paint) throw new Error('no canvas')
    const { x, y, side } = middleSquare(picture.width, picture.height)
    // JPEG has no transparency. Without a background, transparent areas would become black.
    paint.fillStyle = '#fff'
    paint.fillRect(0, 0, AVATAR_SIDE, AVATAR_SIDE)
    paint.imageSmoothingQuality = 'high'
    paint.drawImage(picture, x, y, side, side, 0, 0, AVATAR_SIDE, AVATAR_SIDE)
    const webp = canvas.toDataURL('image/webp', 0.86)
    const address = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', 0.86)
    if (address.length > AVATAR_MOST) throw new Error('too large')
    return address
  } finally {
    picture.close()
  }
}
