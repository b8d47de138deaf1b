import { useMemo, useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { Combobox } from '#ui/select/Combobox.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TabPanel, Tabs } from '#ui/tabs/Tabs.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { GallerySection, Specimen } from './GallerySection.tsx'

const TEXTS = {
  de: [
    'Datenschutzgrundverordnung',
    'Zusammenfassungsvorlagenverzeichnis durchsuchen',
    'Rechtsschutzversicherungsgesellschaften',
  ],
  fr: ['Enregistrements récemment supprimés', 'Réinitialiser l’authentification à deux facteurs', 'Anticonstitutionnellement'],
  ja: ['文字起こしのテンプレート', '最近削除された録音をすべて復元する', '話者を自動的に区別する'],
  zh: ['转写语言与模板设置', '恢复最近删除的全部录音', '自动区分不同的说话人'],
} as const

/** Long words of other languages in a column that is 320 px wide. */
export function LongTextGallery() {
  return (
    <GallerySection id="long" title="Long words" note="No text is clipped and nothing overlaps at a width of 320 px.">
      {Object.entries(TEXTS).map(([lang, texts]) => (
        <Specimen key={lang} caption={lang}>
          <div lang={lang} className="kit-narrow kit-tall">
            <LongTextComponents lang={lang} texts={texts} />
          </div>
        </Specimen>
      ))}
    </GallerySection>
  )
}

function LongTextComponents({ lang, texts: [first, second, third] }: { lang: string; texts: readonly [string, string, string] }) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const [isOn, setIsOn] = useState(true)
  const [selected, setSelected] = useState(first)
  const options = useMemo(() => [first, second, third].map((value) => ({ value, label: value })), [first, second, third])
  return (
    <>
      <TextField label={second} hint={third} value={selected} onChange={setSelected} />
      <Combobox label={first} options={options} value={selected} onChange={setSelected} />
      <RadioGroup label={third} variant="segments" options={options.slice(0, 2)} value={selected} onChange={setSelected} />
      <RadioGroup
        label={`${third} (${lang})`}
        variant="cards"
        options={options.map((option) => ({ ...option, hint: second }))}
        value={selected}
        onChange={setSelected}
      />
      <Checkbox label={second} hint={first} checked={isOn} onChange={setIsOn} />
      <Switch label={second} hint={third} checked={isOn} onChange={setIsOn} />
      <Tabs
        label={`${first} (${lang})`}
        value="0"
        onChange={() => {}}
        tabs={[first, second].map((label, index) => ({ value: String(index), label }))}
      >
        <TabPanel value="0">
          <Chip tone="waiting">{second}</Chip>
        </TabPanel>
      </Tabs>
      <div>
        <Button onClick={() => setConfirmOpen(true)}>{first}</Button>
      </div>
      <ConfirmDialog
        open={isConfirmOpen}
        title={`${first}?`}
        confirmLabel={`${second}: ${third}`}
        onConfirm={() => setConfirmOpen(false)}
        onClose={() => setConfirmOpen(false)}
      >
        {third}
      </ConfirmDialog>
    </>
  )
}
