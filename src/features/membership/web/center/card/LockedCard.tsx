import { LockKeyhole } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { GetDeviceLink } from '../GetDeviceLink.tsx'
import { Card } from './Card.tsx'

/** Explains to users without a membership how to get one (A§2). */
export function LockedCard({ sellsDevices }: { sellsDevices: boolean }) {
  const t = useTranslations('membership')
  return (
    <Card title={t('member_locked_title')} icon={<LockKeyhole aria-hidden />} actions={sellsDevices && <GetDeviceLink />}>
      <p className="mt-2 max-w-[60ch] text-base text-ink2">{t('member_locked_text')}</p>
      <p className="max-w-[60ch] text-base text-ink2">{t('centre_locked_code')}</p>
    </Card>
  )
}
