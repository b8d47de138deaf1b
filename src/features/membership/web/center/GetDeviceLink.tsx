import { Link } from '@tanstack/react-router'
import { useServerSettings } from '#features/site/web.tsx'
import { buttonClass } from '#ui/button/Button.tsx'
import type { ButtonSize } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** A link to get a device: the main site of the product (A§2), or the page about devices when there is none. */
export function GetDeviceLink({ size = 'md', className = '' }: { size?: ButtonSize; className?: string }) {
  const t = useTranslations('membership')
  const mainSite = useServerSettings()?.main_site
  const linkClass = `${buttonClass({ variant: 'main', size })} ${className}`
  if (!mainSite) {
    return (
      <Link to="/buydetail" className={linkClass}>
        {t('member_get_device')}
      </Link>
    )
  }
  return (
    <a href={mainSite} target="_blank" rel="noopener noreferrer" className={linkClass}>
      {t('member_get_device')}
    </a>
  )
}
