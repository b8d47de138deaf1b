import { Check } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { GetDeviceLink } from './GetDeviceLink.tsx'

/** The main panel for users without a membership (A§2 "free"): a link to get a device and the available actions. */
export function NoMembershipPanel() {
  const t = useTranslations('membership')
  return (
    <div className="mx-auto grid max-w-[34rem] grid-cols-1 gap-4 px-6 py-12">
      <h2 className="text-xl font-[620] text-balance">{t('member_locked_title')}</h2>
      <p className="text-base text-ink2">{t('member_locked_text')}</p>
      <ul className="grid gap-2">
        {[t('member_free_read'), t('member_free_organize'), t('member_free_download')].map((line) => (
          <li key={line} className="flex items-start gap-2 text-base text-ink2">
            <Check aria-hidden className="mt-1 size-4 flex-none text-accent" />
            {line}
          </li>
        ))}
      </ul>
      <GetDeviceLink className="justify-self-start" />
    </div>
  )
}
