import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { ModalDialog } from '#ui/dialog/ModalDialog.tsx'
import { TextField } from '#ui/form/TextField.tsx'

type Dates = { from?: string | undefined; to?: string | undefined }

export type DatesDialogProps = Dates & { open: boolean; onClose: () => void; onChoose: (dates: Dates) => void }

/** Chooses the first and the last day. Both are optional. */
export function DatesDialog({ open, onClose, ...props }: DatesDialogProps) {
  const [{ from, to }, setDates] = useState({ from: '', to: '' })
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Starts with the dates of the filter each time.
    if (open) setDates({ from: props.from ?? '', to: props.to ?? '' })
  }
  const t = useTranslations('search')
  const tUi = useTranslations('ui')
  const isReversed = from !== '' && to !== '' && to < from
  const choose = () => {
    if (!isReversed) props.onChoose({ from: from || undefined, to: to || undefined })
  }
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('search_dates_title')}
      onSubmit={choose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button variant="main" type="submit">
            {t('search_apply')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          type="date"
          label={t('search_date_from')}
          value={from}
          max={to || undefined}
          onChange={(value) => setDates({ from: value, to })}
        />
        <TextField
          type="date"
          label={t('search_date_to')}
          value={to}
          min={from || undefined}
          error={isReversed && t('search_dates_reversed')}
          onChange={(value) => setDates({ from, to: value })}
        />
      </div>
    </ModalDialog>
  )
}
