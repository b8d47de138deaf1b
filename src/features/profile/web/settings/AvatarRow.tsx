import { useRef, useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { resizeAvatar } from './resizeAvatar.ts'
import type { EditablePaneProps } from './settingsPanes.ts'

type AvatarRowProps = { name: string; avatar: string | null; change: EditablePaneProps['change'] }

/** The avatar. The chosen image is cropped to a square and scaled down in the browser before it is sent. */
export function AvatarRow({ name, avatar, change }: AvatarRowProps) {
  const t = useTranslations('profile')
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    const dataUrl = await resizeAvatar(file).catch(() => null)
    if (dataUrl === null) toast.error(t('noPicture'))
    else await change({ avatar: dataUrl })
    setBusy(false)
  }
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
          void choose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button busy={busy} onClick={() => input.current?.click()}>
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
