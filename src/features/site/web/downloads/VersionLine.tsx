import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { DesktopVersion } from './desktopVersion.ts'

/** Shows the offered version and whether it is known to be the latest. */
export function VersionLine({ version }: { version: DesktopVersion | undefined }) {
  const t = useTranslations('site')
  return (
    <p role="status" className="text-sm text-ink2">
      {version ? (
        t(MESSAGE_KEYS[version.source], { version: version.version })
      ) : (
        <>
          <span className="sr-only">{t('download_version_asking')}</span>
          <Skeleton className="h-4.5 w-28" />
        </>
      )}
    </p>
  )
}

const MESSAGE_KEYS = {
  latest: 'download_version',
  seen: 'download_version_seen',
  default: 'download_version_unknown',
} as const
