import { useState } from 'react'
import { days, minutes, type Millis } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { Select } from '#ui/select/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { SHARE_PASSWORD_MAX, SHARE_PASSWORD_MIN, type ShareChange, type ShareLink } from '../contract.ts'
import type { LinkChanges } from './useLinks.ts'

type LinkOptionsProps = { link: ShareLink; changes: LinkChanges; onChange: (change: ShareChange) => void }

const CELL = 'min-h-14 border-b border-line py-3'

/** How long a link is open and to whom, and what its page leaves out or allows. */
export function LinkOptions({ link, changes, onChange }: LinkOptionsProps) {
  const t = useTranslations('share')
  return (
    <div className="grid grid-cols-2 gap-x-8 border-t border-line max-sm:grid-cols-1">
      <div className={CELL}>
        <Expiry link={link} onChange={onChange} />
      </div>
      <div className={CELL}>
        <Password link={link} changes={changes} onChange={onChange} />
      </div>
      <div className={CELL}>
        <Switch
          label={t('hide_names')}
          hint={t('hide_names_hint')}
          checked={link.hides_names}
          onChange={(hides_names) => onChange({ hides_names })}
        />
      </div>
      <div className={CELL}>
        <Switch
          label={t('allow_download')}
          hint={t('allow_download_hint')}
          checked={link.allows_download}
          onChange={(allows_download) => onChange({ allows_download })}
        />
      </div>
    </div>
  )
}

const DAYS = [1, 7, 30, 90]

/** A link stays open until the end of its last day. */
function Expiry({ link, onChange }: Pick<LinkOptionsProps, 'link' | 'onChange'>) {
  const t = useTranslations('share')
  const { date } = useFormat()
  const now = useNow(minutes(1))
  const [isPicking, setIsPicking] = useState(false)
  const current = link.expires_at
  const options = [
    { value: 'never', label: t('expires_never') },
    ...(current === null ? [] : [{ value: 'current', label: date(current) }]),
    ...DAYS.map((count) => ({ value: String(count), label: t('expires_days', { count }) })),
    { value: 'date', label: t('expires_date') },
  ]
  const choose = (value: string) => {
    setIsPicking(value === 'date')
    if (value === 'never') onChange({ expires_at: null })
    else if (/^\d+$/.test(value)) onChange({ expires_at: endOfDay(now + days(Number(value))) })
  }
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden className="text-base font-[560]">
          {t('expires')}
        </span>
        <Select
          className="min-w-0"
          label={t('expires')}
          hideLabel
          options={options}
          value={isPicking ? 'date' : current === null ? 'never' : 'current'}
          onChange={choose}
        />
      </div>
      {isPicking && (
        <TextField
          type="date"
          label={t('expires_on')}
          min={toDateInput(now)}
          value={current === null ? '' : toDateInput(current)}
          onChange={(value) => {
            const day = fromDateInput(value)
            if (day !== undefined && endOfDay(day) > now) onChange({ expires_at: endOfDay(day) })
          }}
        />
      )}
    </div>
  )
}

const endOfDay = (at: Millis): Millis => new Date(at).setHours(23, 59, 59, 999)

function toDateInput(at: Millis): string {
  const date = new Date(at)
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

function fromDateInput(value: string): Millis | undefined {
  const [year, month, day] = value.split('-').map(Number)
  return year && month && day ? new Date(year, month - 1, day).getTime() : undefined
}

function Password({ link, changes, onChange }: LinkOptionsProps) {
  const t = useTranslations('share')
  const [draft, setDraft] = useState<string>()
  const isSaving = typeof changes.change.input?.body.password === 'string'
  const isTooShort = (draft ?? '').length < SHARE_PASSWORD_MIN
  const save = async () => {
    if (draft === undefined || isTooShort) return
    const isSaved = await changes.change.run({ linkId: link.link_id, body: { password: draft } })
    if (isSaved) setDraft(undefined)
  }
  const toggle = (isOn: boolean) => {
    setDraft(isOn ? '' : undefined)
    if (!isOn && link.has_password) onChange({ password: null })
  }
  return (
    <div className="grid gap-2">
      <Switch
        label={t('password')}
        hint={link.has_password ? t('password_set') : undefined}
        checked={link.has_password || draft !== undefined}
        onChange={toggle}
      />
      {draft !== undefined && (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            void save()
          }}
        >
          <TextField
            className="min-w-0 flex-1"
            type="password"
            autoComplete="new-password"
            label={t('password_new')}
            hint={t('password_hint')}
            maxLength={SHARE_PASSWORD_MAX}
            value={draft}
            onChange={setDraft}
          />
          <Button type="submit" className="mb-6.5 h-10!" busy={isSaving} disabledReason={isTooShort && t('password_hint')}>
            {t('password_save')}
          </Button>
        </form>
      )}
      {draft === undefined && link.has_password && (
        <Button size="sm" className="justify-self-start" onClick={() => setDraft('')}>
          {t('password_change')}
        </Button>
      )}
    </div>
  )
}
