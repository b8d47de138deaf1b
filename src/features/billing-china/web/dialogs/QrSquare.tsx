import { Check, LockKeyhole, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import QRCode from 'react-qr-code'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { Button } from '#ui/button/Button.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { classes } from '#ui/styles/classes.ts'
import type { PayPlatform } from '../../contract.ts'
import { type Code, EXPIRE_SECONDS } from '../payment.ts'
import type { PaymentState } from '../usePayment.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

type QrSquareProps = { state: PaymentState; platform: PayPlatform | undefined; onRefresh: () => void }

/** The square with the QR code, or what is in its place, and a line below it. It is always as large. */
export function QrSquare({ state, platform, onRefresh }: QrSquareProps) {
  const t = useTranslations('billing-china')
  const explain = useExplainError()
  switch (state.kind) {
    case 'terms':
      return <Square note="" icon={<LockKeyhole aria-hidden />} text={t('tick_first')} />
    case 'loading':
      return <Square note={t('wait')} icon={<Spinner />} text={t('fetching')} />
    case 'paid':
      return <Square note={t('wait')} icon={<Check aria-hidden />} text={t('paid')} />
    case 'open':
      return <OpenCode code={state.code} platform={platform} onRefresh={onRefresh} />
    case 'expired':
      return (
        <Square code={state.code} note={t('late_counts')} icon={<RefreshCw aria-hidden />} text={t('expired')}>
          <Button variant="main" onClick={onRefresh}>
            {t('refresh')}
          </Button>
        </Square>
      )
    case 'failed':
      return (
        <Square
          code={state.code}
          note={t('not_charged')}
          icon={<TriangleAlert aria-hidden className="text-signal" />}
          text={t('failed')}
        >
          <Button variant="main" onClick={onRefresh}>
            {t('refresh')}
          </Button>
        </Square>
      )
    case 'notCreated':
      return (
        <Square
          note={state.error === null ? t('other_channel') : explain(state.error).text}
          icon={<TriangleAlert aria-hidden className="text-signal" />}
          text={t('not_fetched')}
        >
          <Button onClick={onRefresh}>{t('try_again')}</Button>
        </Square>
      )
  }
}

/** QR codes are dark on light also in the dark theme, so that cameras read them. */
const SQUARE_STYLE = { backgroundColor: '#ffffff', color: '#1b1b1a' }
const SQUARE_CLASS = 'relative grid size-54 place-items-center overflow-hidden rounded-lg border border-line p-3'

type SquareProps = { code?: Code; note: string; icon: ReactNode; text: string; children?: ReactNode }

function Square({ code, note, icon, text, children }: SquareProps) {
  return (
    <>
      <div className={SQUARE_CLASS} style={SQUARE_STYLE}>
        {code && code.text !== '' && <QRCode value={code.text} size={190} aria-hidden className="absolute inset-3 opacity-10" />}
        <div role="status" className="relative grid justify-items-center gap-2.5 text-center text-md [&_svg]:size-6">
          {icon}
          <span>{text}</span>
          {children}
        </div>
      </div>
      <p className="min-h-9 w-54 text-sm text-ink2">{note}</p>
    </>
  )
}

function OpenCode({ code, platform, onRefresh }: { code: Code; platform: PayPlatform | undefined; onRefresh: () => void }) {
  const t = useTranslations('billing-china')
  const left = Math.max(0, code.expiresAt - useNow())
  const app = platform === undefined ? '' : t(`channel_${platform}`)
  return (
    <>
      <div className={SQUARE_CLASS} style={SQUARE_STYLE}>
        <QRCode value={code.text} size={190} title={t('code_alt', { app })} role="img" />
      </div>
      <p role="status" className="sr-only">
        {t('code_alt', { app })}
      </p>
      <div className="grid min-h-9 w-54 grid-cols-[1fr_auto] gap-x-3 text-sm text-ink2">
        <span>{t('scan', { app, time: formatTimestamp(left) })}</span>
        <button type="button" onClick={onRefresh} className="font-[560] text-accent hover:underline pointer-coarse:min-h-11">
          {t('refresh')}
        </button>
        <div aria-hidden className="col-span-2 mt-2 h-0.75 rounded-full bg-sunken">
          <div className="h-full rounded-full bg-accent" style={{ width: `${(left / (EXPIRE_SECONDS * 1000)) * 100}%` }} />
        </div>
        <CodeLink url={code.text} />
      </div>
    </>
  )
}

/** Who cannot scan this screen opens the app on this phone; in a sandbox, the page that stands for the phone. */
function CodeLink({ url }: { url: string }) {
  const t = useTranslations('billing-china')
  const isSandbox = url.startsWith(location.origin)
  return (
    <a
      href={url}
      {...(isSandbox && { target: '_blank', rel: 'noopener noreferrer' })}
      className={classes('col-span-2 mt-1 w-fit text-accent underline', !isSandbox && 'sm:hidden')}
    >
      {isSandbox ? t('open_sandbox') : t('open_app')}
    </a>
  )
}
