import { useId } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { NativeSelect } from '#ui/select/NativeSelect.tsx'
import { ENCODINGS, type Encoding, encodingName } from '../../rules/import/encoding/encodings.ts'
import type { ReadTranscript } from '../../rules/import/readTranscriptFile.ts'

type Props = { found: ReadTranscript; onChoose: (encoding: Encoding) => void }

/** Shows some lines of a file whose encoding was guessed, and lets the person choose another one. */
export function EncodingChoice({ found: { encoding, sample }, onChoose }: Props) {
  const t = useTranslations('import-transcript')
  const id = useId()
  return (
    <div className="mt-3 grid gap-1.5 rounded-md bg-sunken p-3 text-sm">
      <label htmlFor={id} className="font-[600]">
        {t('encoding')}
      </label>
      <NativeSelect
        id={id}
        options={ENCODINGS.map((value) => ({ value, label: encodingName(value) }))}
        value={encoding}
        onChange={(value) => {
          const chosen = ENCODINGS.find((each) => each === value)
          if (chosen) onChoose(chosen)
        }}
      />
      <p className="text-ink2">{t('encoding_hint')}</p>
      <ul dir="auto" className="grid gap-0.5">
        {sample.map((line, n) => (
          // Lines may repeat, and none of them moves.
          <li key={n} dir="auto" className="truncate">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
