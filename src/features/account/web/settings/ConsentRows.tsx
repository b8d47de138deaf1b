import { useMutation } from '@tanstack/react-query'
import { paths } from '#kit/paths.ts'
import { seconds } from '#kit/units.ts'
import { basePath } from '#ui/basePath.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { SettingRow } from '#ui/SettingRow.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { Switch } from '#ui/Switch.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useLocale, useWords } from '#ui/words.ts'
import { privacy } from './calls.ts'
import { countryName } from './CountrySelect.tsx'
import { useConsent, useReread } from './queries.ts'
import { useTroubleToast } from './useTroubleWords.ts'

/** What one agreed to, when and where; and the letters one wants or not. */
export function ConsentRows() {
  const t = useWords('account')
  const locale = useLocale()
  const { date } = useFormat()
  const consent = useConsent()
  if (consent.error)
    return (
      <ErrorState className="py-6" error={consent.error} title={t('consent_failed')} onRetry={() => void consent.refetch()} />
    )
  if (!consent.data) return <SkeletonRows rows={2} />
  const { agreed, privacy_version, country } = consent.data
  return (
    <>
      <SettingRow
        title={t('policy')}
        hint={
          agreed
            ? t('consent_given', { version: agreed.privacy_version, date: date(seconds(agreed.agreed_at)) })
            : t('consent_none', { version: privacy_version })
        }
      >
        <PolicyLink />
      </SettingRow>
      <SettingRow title={t('country')} hint={t('country_hint')}>
        <span className="text-base text-ink2">{country ? countryName(locale, country) : t('country_unknown')}</span>
      </SettingRow>
      {agreed && <Letters agreed={agreed} />}
    </>
  )
}

export function PolicyLink() {
  const t = useWords('account')
  return (
    <a
      className="text-base font-[520] text-accent underline underline-offset-2"
      href={basePath + paths.privacy()}
      target="_blank"
      rel="noreferrer"
    >
      {t('policy_read')}
    </a>
  )
}

type Agreed = { country: string; privacy_version: string; is_marketing_agreement: boolean }

/** Another choice is another agreement to the same version. */
function Letters({ agreed }: { agreed: Agreed }) {
  const t = useWords('account')
  const reread = useReread()
  const failed = useTroubleToast()
  const { country, privacy_version } = agreed
  const save = useMutation({
    mutationFn: (wanted: boolean) =>
      privacy.agree({ body: { country, privacy_version, is_marketing_agreement: wanted, source: 'web' } }),
    onError: (error) => failed(t('letters_not_saved'), error),
    onSettled: () => reread(privacy.country),
  })
  const shown = save.isPending ? save.variables : agreed.is_marketing_agreement
  return (
    <div className="border-b border-line py-4">
      <Switch label={t('letters')} hint={t('letters_hint')} checked={shown} onChange={(wanted) => save.mutate(wanted)} />
    </div>
  )
}
