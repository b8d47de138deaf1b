import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { useLazyLoad } from '#browser/loading/useLazyLoad.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isLoopbackHost } from './offers.ts'

/** Shows a URL of this server as a QR code. Shows an explanation when phones cannot reach the URL. */
export function PhoneQrCode({ address }: { address: string }) {
  const t = useTranslations('site')
  const renderCode = useLazyLoad(loadQrCode, true)
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
        {renderCode ? renderCode(address) : <Skeleton className="size-36" />}
      </div>
      <div className="grid min-w-0 flex-1 basis-52 gap-1">
        <p className="text-base">{t('download_phone_text')}</p>
        <p className="font-mono text-sm wrap-anywhere text-ink2 select-all">{displayUrl}</p>
      </div>
    </div>
  )
}

const loadQrCode = async () => {
  const { default: Code } = await import('react-qr-code')
  return (address: string) => <Code value={address} size={144} level="M" aria-hidden className="block" />
}

/** The background of the QR code. */
const QR_BACKGROUND = { background: '#ffffff' }
