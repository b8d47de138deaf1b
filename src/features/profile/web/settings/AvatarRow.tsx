import { useRef } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { useAction } from '#ui/action/useAction.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { EditablePaneProps } from './EditablePane.tsx'
import { AVATAR_MAX_LENGTH } from '../../contract.ts'

type AvatarRowProps = { name: string; avatar: string | null; change: EditablePaneProps['change'] }

/** The avatar. The chosen image is cropped to a square and scaled down in the browser before it is sent. */
export function AvatarRow({ name, avatar, change }: AvatarRowProps) {
  const t = useTranslations('profile')
  const input = useRef<HTMLInputElement>(null)
  const choose = useAction(async (file: File) => change({ avatar: await resizeAvatar(file) }), { failure: t('noPicture') })
  return (
    <SettingRow title={t('picture')} hint={t('picture_hint')}>
      <span
        aria-hidden
        className="grid size-14 flex-none place-items-center overflow-hidden rounded-full bg-accent-soft text-xl font-[600] text-accent uppercase"
      >
        {avatar ? <img src={avatar} alt="" className="size-full object-cover" /> : [...name][0]}
      </span>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('picture')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) void choose.run(file)
          event.currentTarget.value = ''
        }}
      />
      <Button busy={choose.isBusy} onClick={() => input.current?.click()}>
        {t('picture_choose')}
      </Button>
      {avatar && (
        <Button variant="quiet" onClick={() => void change({ avatar: null })}>
          {t('picture_remove')}
        </Button>
      )}
    </SettingRow>
  )
}

/** Width and height in pixels. */
const AVATAR_SIZE = 128

/** Returns the largest centered square of an image of this size. */
function centerSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side }
}

/**
 * Returns the image as a small square data URL: WebP, or JPEG if the browser cannot encode WebP. Throws if the file is not an
 * image or the result is too large.
 */
async function resizeAvatar(file: Blob): Promise<string> {
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
