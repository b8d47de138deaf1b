import { useMemo, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Combobox } from '#ui/Combobox.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { Switch } from '#ui/Switch.tsx'
import { TabPanel, Tabs } from '#ui/Tabs.tsx'
import { TextField } from '#ui/TextField.tsx'
import { KitSection, Specimen } from './KitSection.tsx'

const WORDS = {
  de: [
    'Datenschutzgrundverordnung',
    'Zusammenfassungsvorlagenverzeichnis durchsuchen',
    'Rechtsschutzversicherungsgesellschaften',
  ],
  fr: ['Enregistrements récemment supprimés', 'Réinitialiser l’authentification à deux facteurs', 'Anticonstitutionnellement'],
  ja: ['文字起こしのテンプレート', '最近削除された録音をすべて復元する', '話者を自動的に区別する'],
  zh: ['转写语言与模板设置', '恢复最近删除的全部录音', '自动区分不同的说话人'],
} as const

/** Long words of other languages in a column 320 px wide. */
export function LongWordsKit() {
  return (
    <KitSection id="long" title="Long words" note="Nothing clips and nothing overlaps, in a place 320 px wide.">
      {Object.entries(WORDS).map(([lang, words]) => (
        <Specimen key={lang} says={lang}>
          <div lang={lang} className="kit-narrow kit-tall">
            <Words lang={lang} words={words} />
          </div>
        </Specimen>
      ))}
    </KitSection>
  )
}

function Words({ lang, words: [first, second, third] }: { lang: string; words: readonly [string, string, string] }) {
  const [asks, setAsks] = useState(false)
  const [is, setIs] = useState(true)
  const [one, setOne] = useState(first)
  const options = useMemo(() => [first, second, third].map((value) => ({ value, label: value })), [first, second, third])
  return (
    <>
      <TextField label={second} hint={third} value={one} onChange={setOne} />
      <Combobox label={first} options={options} value={one} onChange={setOne} />
      <RadioGroup label={third} look="segments" options={options.slice(0, 2)} value={one} onChange={setOne} />
      <RadioGroup
        label={`${third} (${lang})`}
        look="cards"
        options={options.map((option) => ({ ...option, hint: second }))}
        value={one}
        onChange={setOne}
      />
      <Checkbox label={second} hint={first} checked={is} onChange={setIs} />
      <Switch label={second} hint={third} checked={is} onChange={setIs} />
      <Tabs
        label={`${first} (${lang})`}
        value="0"
        onChange={() => {}}
        tabs={[first, second].map((label, at) => ({ value: String(at), label }))}
      >
        <TabPanel value="0">
          <Chip tone="waiting">{second}</Chip>
        </TabPanel>
      </Tabs>
      <div>
        <Button onClick={() => setAsks(true)}>{first}</Button>
      </div>
      <ConfirmDialog
        open={asks}
        title={`${first}?`}
        confirmLabel={`${second}: ${third}`}
        onConfirm={() => setAsks(false)}
        onClose={() => setAsks(false)}
      >
        {third}
      </ConfirmDialog>
    </>
  )
}
