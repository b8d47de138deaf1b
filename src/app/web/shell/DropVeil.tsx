import { Upload } from 'lucide-react'
import { useWords } from '#ui/words.ts'

/** Covers the window while files hover over it. */
export function DropVeil() {
  const t = useWords('app')
  return (
    <div className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-veil p-4">
      <p className="flex items-center gap-3 rounded-lg border border-dashed border-accent bg-raised px-8 py-6 text-lg font-[600] shadow-lift">
        <Upload aria-hidden className="size-5 text-accent" />
        {t('drop_to_upload')}
      </p>
    </div>
  )
}
