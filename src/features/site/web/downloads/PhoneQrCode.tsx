import type { ComponentProps } from 'react'
import type QRCode from 'react-qr-code'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isLoopbackHost } from './offers.ts'

/** Shows a URL of this server as a QR code. Shows an explanation when phones cannot reach the URL. */
export function PhoneQrCode({ address }: { address: string }) {
  const t = useTranslations('site')
  const displayUrl = address.replace(/^https?:\/\//, '').replace(/\/$/, '')
  if (isLoopbackHost(new URL(address).hostname)) return <p className="text-base text-ink2">{t('download_phone_local')}</p>
  return (
    <div className="flex flex-wrap items-center gap-5">
      {/* Cameras need dark on light with a border in every theme. */}
      <div
        role="img"
        aria-label={t('download_code_of', { address: displayUrl })}
        className="flex-none rounded-md border border-line p-3"
        style={QR_BACKGROUND}
      >
        <QrCode
          value={address}
          size={144}
          level="M"
          aria-hidden
          className="block"
          fallback={<Skeleton className="size-36" />}
          errorFallback={<Skeleton className="size-36" />}
        />
      </div>
      <div className="grid min-w-0 flex-1 basis-52 gap-1">
        <p className="text-base">{t('download_phone_text')}</p>
        <p className="font-mono text-sm wrap-anywhere text-ink2 select-all">{displayUrl}</p>
      </div>
    </div>
  )
}

const QrCode = lazyComponent<ComponentProps<typeof QRCode>>(async () => (await import('react-qr-code')).default)

/** The background of the QR code. */
const QR_BACKGROUND = { background: '#ffffff' }
