import { Copy, Maximize, Minus, Network, Plus, TextAlignStart } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { copyMarkdown } from '#browser/page/copyMarkdown.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import type { SummaryForm } from '../../contract.ts'
import { CoverageLine } from '../CoverageLine.tsx'
import type { MapZoom } from './useMapZoom.ts'

type MapToolbarProps = {
  form: SummaryForm
  /** Undefined for the outline. */
  zoom: MapZoom | undefined
  isOutline: boolean
  onOutlineChange: (isOutline: boolean) => void
  /** Returns the map as Markdown, with links to times of the page at `address`. */
  text: () => string
  address: string
}

/** What was read, the zoom, the switch between map and outline, and Copy. */
export function MapToolbar({ form, zoom, isOutline, onOutlineChange, text, address }: MapToolbarProps) {
  const t = useTranslations('notes')
  const { percent } = useFormat()
  const toast = useToast()
  const copy = async () => {
    try {
      await copyMarkdown(text(), address)
      toast.show(t('mapCopied'))
    } catch {
      toast.error(t('mapCopyFailed'))
    }
  }
  return (
    <div className="flex min-h-13 flex-none flex-wrap items-center gap-2 px-10 py-2 text-sm text-ink2 max-md:px-5 max-sm:px-4">
      <CoverageLine coverage={form.coverage} className="min-w-0 flex-1 max-sm:hidden" />
      {zoom && (
        <span role="group" aria-label={t('zoom')} className="flex items-center rounded-md border border-line bg-raised">
          <IconButton
            label={t('zoomOut')}
            icon={<Minus aria-hidden />}
            disabledReason={!zoom.zoomOut && t('zoomLimit')}
            onClick={zoom.zoomOut}
          />
          <span role="status" className="tabular w-12 text-center">
            {percent(zoom.scale)}
          </span>
          <IconButton
            label={t('zoomIn')}
            icon={<Plus aria-hidden />}
            disabledReason={!zoom.zoomIn && t('zoomLimit')}
            onClick={zoom.zoomIn}
          />
          <IconButton label={t('zoomFit')} icon={<Maximize aria-hidden />} onClick={zoom.fit} />
        </span>
      )}
      <Button
        className="max-sm:flex-1"
        icon={isOutline ? <Network aria-hidden /> : <TextAlignStart aria-hidden />}
        onClick={() => onOutlineChange(!isOutline)}
      >
        {t(isOutline ? 'mindMap' : 'outline')}
      </Button>
      <Button className="max-sm:flex-1" icon={<Copy aria-hidden />} onClick={() => void copy()}>
        {t('copyMap')}
      </Button>
    </div>
  )
}
