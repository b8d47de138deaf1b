import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { ChoiceRow, SettingGroup, SettingRow } from '#ui/settings/SettingRow.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { GallerySection, Specimen } from './GallerySection.tsx'

const RETENTION_OPTIONS = [
  { value: '', label: 'Always' },
  { value: '30', label: '30 days' },
  { value: '365', label: '1 year' },
]

export function SettingsGallery() {
  const [retention, setRetention] = useState('')
  const [isOn, setIsOn] = useState(true)
  return (
    <GallerySection
      id="settings"
      title="Settings"
      note="Name, explanation and control in one row; on a phone the control is below."
    >
      <Specimen wide caption="SettingRow, ChoiceRow, a Switch, a group of them">
        <div className="kit-frame">
          <div className="kit-inner">
            <h3 className="sr-only">A pane</h3>
            <ChoiceRow
              title="Keep audio"
              hint="Never deleted before its text is safe."
              options={RETENTION_OPTIONS}
              value={retention}
              onChange={setRetention}
            />
            <SettingRow title="Words to get right" hint="Names and terms; learnt from your corrections when you say so.">
              <Button>42 words</Button>
            </SettingRow>
            <SettingRow
              title="Archive"
              hint="All that is yours, in one file."
              below={<p className="kit-note">Over the whole width.</p>}
            >
              <Button disabledReason="There is nothing to take along yet">Export</Button>
            </SettingRow>
            <SettingGroup title="Of this browser">
              <div style={{ padding: '1rem 0' }}>
                <Switch label="Keys without Ctrl" hint="Switch them off if you dictate." checked={isOn} onChange={setIsOn} />
              </div>
            </SettingGroup>
          </div>
        </div>
      </Specimen>
    </GallerySection>
  )
}
