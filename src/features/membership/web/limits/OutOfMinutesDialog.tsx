import type { Seconds } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { PromptDialog } from '#ui/dialog/PromptDialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { compareMinutes, isUnlimited } from '../../rules.ts'
import { useMembership, type Membership } from '../MembershipContext.ts'
import { useResetMoment } from '../usage/usageTexts.ts'
import { useOfferChoice } from './useOfferChoice.ts'
import { OfferButtons, PlanOffers } from './PlanOffers.tsx'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** Seconds that a transcription needs and that are left; `needed` is null before there is anything to transcribe. */
    outOfMinutes: { needed: Seconds | null; left: Seconds }
  }
}

/**
 * Says that the minutes do not cover a transcription, how many are missing and when they reset. Where plans can be bought it offers
 * them; elsewhere it says who can add minutes. For unlimited plans the text is another one (A§6): their minutes cannot run out.
 */
export function OutOfMinutesDialog({ open, onClose, needed, left }: DialogProps<'outOfMinutes'>) {
  const t = useTranslations('membership')
  const tUi = useTranslations('ui')
  const { membership } = useMembership()
  const formatLong = useLongMinutes()
  const resetText = useResetText(membership)
  const choice = useOfferChoice('out_of_minutes')
  if (membership && isUnlimited(membership.membership_type)) return <UnlimitedDialog open={open} onClose={onClose} />
  const shortage = needed === null ? null : compareMinutes({ needed, left })
  const canBuy = membership?.can_buy === true
  const needs = shortage && t('limit_needs', { needed: formatLong(shortage.needed), left: formatLong(shortage.left) })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size={canBuy ? 'normal' : 'small'}
      title={shortage ? t('limit_short', { short: formatLong(shortage.short) }) : t('limit_none')}
      description={joinSentences([needs, resetText])}
      footer={
        canBuy ? (
          <OfferButtons choice={choice} source="out_of_minutes" onClose={onClose} />
        ) : (
          <Button variant="main" onClick={onClose}>
            {tUi('close')}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {shortage && <ShortageBar {...shortage} />}
        {canBuy ? <PlanOffers choice={choice} /> : <p className="text-base text-ink2">{t('limit_operator')}</p>}
      </div>
    </Dialog>
  )
}

/** The server has refused an unlimited plan: it has just ended or changed. */
function UnlimitedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('membership')
  const tUi = useTranslations('ui')
  return (
    <PromptDialog open={open} onClose={onClose} size="small" title={t('limit_unlimited')} closeLabel={tUi('close')} isCloseMain>
      <p className="text-base text-ink2">{t('limit_unlimited_text')}</p>
    </PromptDialog>
  )
}

/** What is left and what is missing of the minutes needed. The description says the same. */
function ShortageBar({ needed, left, short }: { needed: number; left: number; short: number }) {
  const t = useTranslations('membership')
  const { number } = useFormat()
  return (
    <div aria-hidden className="grid grid-cols-1 gap-2 text-sm text-ink2">
      <div className="flex h-2 gap-0.5">
        {left > 0 && <span className="rounded-full bg-accent" style={{ flexGrow: left }} />}
        <span className="rounded-full border border-warn bg-warn-soft" style={{ flexGrow: short }} />
      </div>
      <p className="tabular flex flex-wrap justify-between gap-x-4">
        <span>{t('limit_bar_left', { left: number(left) })}</span>
        <span className="text-warn">{t('limit_bar_short', { short: number(short), needed: number(needed) })}</span>
      </p>
    </div>
  )
}

/** Chinese and Japanese have no space after a full stop. */
const joinSentences = (sentences: readonly (string | null)[]): string =>
  sentences.filter(Boolean).join(' ').replaceAll('。 ', '。')

/** Returns a formatter such as "36 minutes". */
function useLongMinutes(): (minutes: number) => string {
  const { number } = useFormat()
  return (minutes) => number(minutes, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
}

/** Returns when the minutes reset. The minutes of a trial do not. */
function useResetText(membership: Membership | undefined): string {
  const t = useTranslations('membership')
  const formatMoment = useResetMoment()
  if (!membership?.reset_time || membership.is_free_trial_now) return ''
  return t('limit_resets', { when: formatMoment(membership.reset_time) })
}
