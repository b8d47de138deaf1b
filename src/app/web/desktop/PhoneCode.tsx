import { Skeleton } from '#ui/Skeleton.tsx'
import { useLoaded } from '#ui/useLoaded.ts'
import { useWords } from '#ui/words.ts'
import { isThisMachine } from './downloadLinks.ts'

/** Shows a URL of this server as a QR code. Shows an explanation when phones cannot reach the URL. */
export function PhoneCode({ address }: { address: string }) {
  const t = useWords('pages')
  const draw = useLoaded(loadCode, true)
  const bare = address.replace(/^https?:\/\//, '').replace(/\/$/, '')
  if (isThisMachine(new URL(address).hostname)) return <p className="text-base text-ink2">{t('download_phone_local')}</p>
  return (
    <div className="flex flex-wrap items-center gap-5">
      {/* Cameras need dark on light with a border in every theme. */}
      <div
        role="img"
        aria-label={t('download_code_of', { address: bare })}
        className="flex-none rounded-md border border-line p-3"
        style={PAPER}
      >
        {draw ? draw(address) : <Skeleton className="size-36" />}
      </div>
      <div className="grid min-w-0 flex-1 basis-52 gap-1">
        <p className="text-base">{t('download_phone_text')}</p>
        <p className="font-mono text-sm wrap-anywhere text-ink2 select-all">{bare}</p>
      </div>
    </div>
  )
}

const loadCode = async () => {
  const { default: Code } = await import('react-qr-code')
  return (address: string) => <Code value={address} size={144} level="M" aria-hidden className="block" />
}

/** The background of the QR code. */
const PAPER = { background: '#ffffff' }
