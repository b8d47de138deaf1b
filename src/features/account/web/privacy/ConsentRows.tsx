import { useMemo } from 'react'
import { paths } from '#shared/paths.ts'
import { seconds } from '#shared/units.ts'
import { basePath } from '#browser/page/basePath.ts'
import { useAction } from '#ui/action/useAction.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ChoiceRow, SettingRow } from '#ui/settings/SettingRow.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { privacy, useConsent, useInvalidate } from '../queries.ts'
import { COUNTRIES } from '#shared/countries.ts'
import { languageTag } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'

/** The consent of the user with version, date and country, and the choice of marketing e-mails. */
export function ConsentRows() {
  const t = useTranslations('account')
  const locale = useLocale()
  const { date } = useFormat()
  const consent = useConsent()
  if (consent.error)
    return (
      <ErrorState className="py-6" error={consent.error} title={t('consent_failed')} onRetry={() => void consent.refetch()} />
    )
  if (!consent.data) return <SkeletonRows rows={3} rowClassName="h-20 max-sm:h-27.5" />
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
      {agreed ? (
        <ConsentChoiceRows agreed={{ ...agreed, country }} />
      ) : (
        <SettingRow title={t('country')} hint={t('country_hint')}>
          <span className="text-base text-ink2">{country ? countryName(locale, country) : t('country_unknown')}</span>
        </SettingRow>
      )}
    </>
  )
}

export function PolicyLink() {
  const t = useTranslations('account')
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

type ConsentChoices = { country: string; privacy_version: string; is_marketing_agreement: boolean }

/** Country and marketing e-mails. Every change records another consent to the same version. */
function ConsentChoiceRows({ agreed }: { agreed: ConsentChoices }) {
  const t = useTranslations('account')
  const locale = useLocale()
  const invalidate = useInvalidate()
  const agree = (change: Partial<ConsentChoices>) => {
    const { country, privacy_version, is_marketing_agreement } = { ...agreed, ...change }
    return privacy.agree({ body: { country, privacy_version, is_marketing_agreement, source: 'web' } })
  }
  const save = useAction(agree, {
    queue: ['account', 'consent'],
    failure: t('marketing_emails_not_saved'),
    calls: [privacy.agree],
    refusals: { otherVersion: t('error_policy_changed'), noSuchCountry: t('error_country') },
    // The new choice is shown until the consent is fetched again.
    onSettled: () => invalidate(privacy.country),
  })
  const { country, is_marketing_agreement } = { ...agreed, ...save.input }
  const countries = useMemo(() => countryOptions(locale), [locale])
  return (
    <>
      <ChoiceRow
        title={t('country')}
        hint={t('country_hint')}
        options={country ? countries : [{ value: '', label: t('country_choose'), disabled: true }, ...countries]}
        value={country}
        onChange={(chosen) => void save.run({ country: chosen })}
      />
      <div className="border-b border-line py-4">
        <Switch
          label={t('marketing_emails')}
          hint={country ? t('marketing_emails_hint') : t('country_choose')}
          // A consent needs a country, and without a trusted proxy the server does not know it.
          disabled={!country}
          checked={is_marketing_agreement}
          onChange={(isEnabled) => void save.run({ is_marketing_agreement: isEnabled })}
        />
      </div>
    </>
  )
}

/** The name of a country in the user's language, or its code if the browser has no name. */
export const countryName = (locale: Locale, code: string): string =>
  new Intl.DisplayNames(languageTag(locale), { type: 'region' }).of(code) ?? code

/** All countries with their names in the user's language, sorted in its alphabetical order. */
export function countryOptions(locale: Locale): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(languageTag(locale), { type: 'region' })
  const compare = new Intl.Collator(languageTag(locale)).compare
  return [...COUNTRIES].map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) => compare(a.label, b.label))
}
