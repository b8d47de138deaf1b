import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useAskPanel } from '../panes/askPanel.ts'
import { useListLocation } from '../panes/listLocation.ts'

/** The link from a recording back to its list, where the list does not stand beside it. */
export function BackToListLink({ className }: { className?: string }) {
  const t = useTranslations('library')
  const { list } = useListLocation()
  const isAsking = useAskPanel(({ isOpen }) => isOpen)
  return (
    <Link
      to="/file-list"
      search={list}
      aria-label={t('back_to_list')}
      title={t('back_to_list')}
      className={classes(buttonClass({ variant: 'quiet', square: true }), 'flex-none', !isAsking && 'md:hidden', className)}
    >
      <ChevronLeft aria-hidden />
    </Link>
  )
}
