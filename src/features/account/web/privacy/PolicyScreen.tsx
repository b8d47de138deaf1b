import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useMemo } from 'react'
import { isRefused } from '#shared/client.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { useTranslations, useLocale } from '#browser/i18n/useTranslations.ts'
import { openSignInPage, signOutLocally } from '../sessions/signOut.ts'
import { privacy, useConsent } from '../queries.ts'
import { PolicyLink, countryName, countryOptions } from './ConsentRows.tsx'
import { Combobox } from '#ui/select/Combobox.tsx'
import type { ComboboxOption } from '#ui/select/Combobox.tsx'
import { FALLBACK_LOCALE } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'

export type PolicyDialogProps = {
  /** True while the user has not agreed to the current policy (`has_new_privacy`). */
  open: boolean
  onClose: () => void
  /** Called when the consent is recorded. The user data should be fetched again. */
  onAgreed: () => void
  /** Called after the user declined and was signed out (A§4). By default it opens the sign-in page. */
  onSignedOut?: () => void
}

/** Asks the user to agree to a new policy. It cannot be dismissed, only accepted or declined. */
export function PolicyScreen({ open, onClose, onAgreed, onSignedOut = openSignInPage }: PolicyDialogProps) {
  const t = useTranslations('account')
  const consent = useConsent()
  const form = useAgreement(consent.data, onAgreed, () => void consent.refetch())
  const [isDeclining, setIsDeclining] = useState(false)
  const queries = useQueryClient()
  // Removes all session data from this browser even if the server is unreachable.
  const decline = useAction(() => signOutLocally(queries, onSignedOut), {})
  const currentConsent = consent.data
  const isFirst = currentConsent?.agreed === null
  return (
    <>
      <Dialog
        // Opens after the content is loaded. Otherwise "Decline" would get the initial focus.
        open={open && !consent.isPending}
        onClose={onClose}
        dismissible={false}
        title={isFirst ? t('policy_title_first') : t('policy_title')}
        onSubmit={form.agree}
        footer={
          <>
            <Button variant="quiet" onClick={() => setIsDeclining(true)}>
              {t('policy_decline')}
            </Button>
            <Button type="submit" variant="main" busy={form.isBusy} disabledReason={!form.country && t('country_choose')}>
              {t('policy_agree')}
            </Button>
          </>
        }
      >
        {consent.error ? (
          <ErrorState className="py-6" error={consent.error} onRetry={() => void consent.refetch()} />
        ) : currentConsent ? (
          <Terms version={currentConsent.privacy_version} old={currentConsent.agreed?.privacy_version} form={form} />
        ) : (
          <Skeleton className="h-32 w-full" />
        )}
      </Dialog>
      <ConfirmDialog
        open={isDeclining}
        title={t('decline_title')}
        confirmLabel={t('decline_yes')}
        busy={decline.isBusy}
        onConfirm={() => void decline.run()}
        onClose={() => setIsDeclining(false)}
      >
        {t('decline_text')}
      </ConfirmDialog>
    </>
  )
}

type CurrentConsent = NonNullable<ReturnType<typeof useConsent>['data']>

type TermsProps = { version: string; old: string | undefined; form: ReturnType<typeof useAgreement> }

/** What the user agrees to: version, country and marketing e-mails. */
function Terms({ version, old, form }: TermsProps) {
  const t = useTranslations('account')
  return (
    <div className="grid gap-4">
      <p className="text-base text-ink2">
        {old === undefined ? t('policy_text_first', { version }) : t('policy_text', { version, old })} <PolicyLink />
      </p>
      <CountrySelect value={form.country} onChange={form.setCountry} />
      <Switch
        side="start"
        label={t('marketing_emails')}
        hint={t('marketing_emails_hint')}
        checked={form.marketing}
        onChange={form.setMarketing}
      />
      {form.errorText && (
        <p role="alert" className="text-sm text-signal">
          {form.errorText}
        </p>
      )}
    </div>
  )
}

function useAgreement(consent: CurrentConsent | undefined, onAgreed: () => void, refetch: () => void) {
  const t = useTranslations('account')
  const queries = useQueryClient()
  const detectedCountry = useQuery({
    queryKey: privacy.location.key({ headers: {} }),
    queryFn: ({ signal }) => privacy.location({ headers: {} }, { signal }),
    select: ({ data }) => data.country,
  })
  const [chosen, setCountry] = useState('')
  const [marketing, setMarketing] = useState(false)
  // The country of the last agreement, if there is one.
  const country = chosen || consent?.country || (detectedCountry.data ?? '')
  const version = consent?.privacy_version
  const save = useAction(privacy.agree, {
    show: 'inline',
    refusals: { otherVersion: t('error_policy_changed'), noSuchCountry: t('error_country') },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: privacy.country.key() })
      onAgreed()
    },
    onFailure: (error) => isRefused(error, privacy.agree, 'otherVersion') && refetch(),
  })
  const agree = () => {
    if (!country || !version) return
    void save.run({ body: { country, privacy_version: version, is_marketing_agreement: marketing, source: 'web' } })
  }
  return { country, setCountry, marketing, setMarketing, isBusy: save.isBusy, errorText: save.explanation?.text, agree }
}

/** A searchable list of all countries in the user's language. `value` is empty until the country is known. */
function CountrySelect({ value, onChange }: { value: string; onChange: (country: string) => void }) {
  const t = useTranslations('account')
  const locale = useLocale()
  const options = useMemo(() => searchOptions(locale), [locale])
  return <Combobox label={t('country')} options={options} value={value || null} onChange={onChange} autoComplete="country" />
}

/** Adds the English name and the code as search keywords. */
function searchOptions(locale: Locale): ComboboxOption<string>[] {
  return countryOptions(locale).map((option) => ({
    ...option,
    keywords: `${countryName(FALLBACK_LOCALE, option.value)} ${option.value}`,
  }))
}
