import { useState } from 'react'
import { Combobox } from '#ui/select/Combobox.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { NativeSelect } from '#ui/select/NativeSelect.tsx'
import { Select } from '#ui/select/Select.tsx'
import { Specimen } from './GallerySection.tsx'

const CODES =
  'ar az be bg bn ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko lt lv ms nl no pl pt ro ru sk sl sq sr sv sw ta th tr uk ur vi zh'.split(
    ' ',
  )
const getLanguageName = (tag: string, code: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(code) ?? code
const LANGUAGES = CODES.map((value) => ({
  value,
  label: getLanguageName('en', value),
  hint: getLanguageName(value, value),
  keywords: value,
}))
const MODELS = [
  { value: 'auto', label: 'Auto', hint: 'The best this server has' },
  { value: 'base', label: 'Whisper base' },
  { value: 'small', label: 'Whisper small', badge: <Chip tone="accent">beta</Chip> },
]

/** Components that open a list of options. */
export function ListSpecimens() {
  const [model, setModel] = useState<string | null>(null)
  const [language, setLanguage] = useState<string | null>('en')
  const [speed, setSpeed] = useState('1')
  return (
    <>
      <Specimen caption="Select: nothing chosen yet">
        <Select label="Model" hint="A better one takes longer." options={MODELS} value={model} onChange={setModel} />
      </Specimen>
      <Specimen caption="Select: error, disabled">
        <Select label="Model for drafts" error="This model was removed." options={MODELS} value="base" onChange={setModel} />
        <Select label="Model of this server" disabled options={MODELS} value="small" onChange={setModel} />
      </Specimen>
      <Specimen caption="Combobox: found by name, own name or code">
        <Combobox label="Spoken language" options={LANGUAGES} value={language} onChange={setLanguage} />
      </Specimen>
      <Specimen caption="Combobox: error, disabled, read-only">
        <Combobox
          label="Second language"
          error="Not the first one again."
          options={LANGUAGES}
          value={null}
          onChange={setLanguage}
        />
        <Combobox label="Language of the server" disabled options={LANGUAGES} value="de" onChange={setLanguage} />
        <Combobox label="Detected language" readOnly options={LANGUAGES} value="ja" onChange={setLanguage} />
      </Specimen>
      <Specimen caption="NativeSelect: at rest, error, disabled">
        <NativeSelect aria-label="Speed" options={SPEEDS} value={speed} onChange={setSpeed} />
        <NativeSelect aria-label="Speed, wrong" aria-invalid options={SPEEDS} value="1" onChange={setSpeed} />
        <NativeSelect aria-label="Speed, not now" disabled options={SPEEDS} value="2" onChange={setSpeed} />
      </Specimen>
    </>
  )
}

const SPEEDS = ['0.5', '1', '1.5', '2', '3'].map((value) => ({ value, label: `${value}×` }))
