import { Link } from 'lucide-react'
import { absoluteAddress } from '#browser/page/absoluteAddress.ts'
import { copyText } from '#browser/page/copyText.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { paths } from '#shared/paths.ts'
import { toTimeLink } from '#shared/timeLink.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { MenuItem } from '#ui/menu/Menu.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import { usePlayer } from './PlayerContext.ts'

/** A menu item that copies a link to the recording at the time where its player is. Needs a PlayerProvider. */
export function CopyMomentItem({ fileId }: { fileId: string }) {
  const t = useTranslations('files')
  const toast = useToast()
  const playback = usePlayer()
  const copy = async () => {
    const time = playback.time()
    try {
      await copyText({ text: absoluteAddress(paths.file(fileId)) + toTimeLink(time) })
      toast.show(t('moment_copied', { time: formatTimestamp(time) }))
    } catch {
      toast.error(t('moment_copy_failed'))
    }
  }
  return (
    <MenuItem icon={<Link aria-hidden />} onSelect={() => void copy()}>
      {t('moment_copy')}
    </MenuItem>
  )
}
