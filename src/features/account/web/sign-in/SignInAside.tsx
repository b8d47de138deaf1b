import { useTranslations } from '#browser/i18n/useTranslations.ts'

const BARS = 64
/** Number of bars drawn as played. */
const PLAYED_BARS = 26

/** Describes the product beside the form. Hidden on small screens. */
export function SignInAside() {
  const t = useTranslations('account')
  return (
    <aside aria-label={t('about_label')} className="grid place-items-center border-l border-line bg-sunken px-8 max-md:hidden">
      <div className="grid max-w-[25rem] gap-5">
        <Waveform />
        <p className="text-[1.375rem] leading-8 tracking-[-0.01em] text-balance">{t('promise')}</p>
        <p className="text-sm text-ink2">{t('promise_hint')}</p>
      </div>
    </aside>
  )
}

/** A decorative waveform. Deterministic, so it is the same on every load. */
function Waveform() {
  return (
    <svg aria-hidden viewBox={`0 0 ${BARS * 6} 72`} className="w-full">
      {Array.from({ length: BARS }, (_, bar) => {
        const height = 8 + 32 * Math.abs(Math.sin(bar * 0.33) * Math.cos(bar * 1.7 + 0.4))
        return (
          <rect
            key={bar}
            x={bar * 6}
            y={36 - height / 2}
            width={4}
            height={height}
            rx={1}
            className={bar < PLAYED_BARS ? 'fill-accent' : 'fill-wave'}
          />
        )
      })}
    </svg>
  )
}
