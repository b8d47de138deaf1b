import { Ellipsis, FolderInput, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuRadioGroup, MenuGroup, MenuItem, MenuSeparator, Submenu } from '#ui/menu/Menu.tsx'
import { TabPanel, Tabs } from '#ui/tabs/Tabs.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { GallerySection, Specimen } from './GallerySection.tsx'

const SORTS = [
  { value: 'date', label: 'By date' },
  { value: 'name', label: 'By name' },
] as const
const TABS = [
  { value: 'summary', label: 'Summary' },
  { value: 'transcript', label: 'Transcript' },
  { value: 'notes', label: 'Interview notes' },
  { value: 'map', label: 'Mind map' },
] as const
type Tab = (typeof TABS)[number]['value']

export function MenusGallery() {
  return (
    <GallerySection
      id="menus"
      title="Menus, tabs, tooltips"
      note="Arrow keys move, typing finds an item, Enter selects it, and Esc closes the menu and restores the focus."
    >
      <MenuSpecimen />
      <Specimen caption="Menu at a button with words">
        <Menu trigger={<Button>Export</Button>}>
          <MenuItem>As text</MenuItem>
          <MenuItem>As subtitles</MenuItem>
        </Menu>
      </Specimen>
      <Specimen caption="Tooltip: by pointer or by focus; with a key">
        <Tooltip label="Goes to the trash">
          <Button>Hover me</Button>
        </Tooltip>
        <Tooltip label="Play" shortcut="Space" side="right">
          <Button>Or me</Button>
        </Tooltip>
      </Specimen>
      <TabsSpecimen />
    </GallerySection>
  )
}

function MenuSpecimen() {
  const [sort, setSort] = useState<'date' | 'name'>('date')
  const [lastAction, setLastAction] = useState('nothing yet')
  return (
    <Specimen caption="Menu: items with icon, key and reason, a menu within, a group of choices, danger">
      <Menu align="start" trigger={<IconButton label="Actions" icon={<Ellipsis aria-hidden />} />}>
        <MenuItem icon={<Pencil aria-hidden />} shortcut="R" onSelect={() => setLastAction('rename')}>
          Rename
        </MenuItem>
        <MenuItem disabledReason="There is no text yet">Export</MenuItem>
        <Submenu icon={<FolderInput aria-hidden />} label="Move to">
          <MenuItem onSelect={() => setLastAction('moved to Research')}>Research interviews</MenuItem>
          <MenuItem onSelect={() => setLastAction('moved to Weekly')}>Weekly stand-ups</MenuItem>
        </Submenu>
        <MenuSeparator />
        <MenuGroup label="Sort">
          <MenuRadioGroup value={sort} options={SORTS} onChange={setSort} />
        </MenuGroup>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setLastAction('deleted')}>
          Move to trash
        </MenuItem>
      </Menu>
      <output>Last: {lastAction}</output>
    </Specimen>
  )
}

function TabsSpecimen() {
  const [tab, setTab] = useState<Tab>('summary')
  return (
    <Specimen wide caption="Tabs: arrows move, Enter opens; more than fit can be scrolled">
      <Tabs
        className="kit-fill"
        label="Parts of the file"
        value={tab}
        onChange={setTab}
        tabs={TABS}
        end={
          <Button size="sm" variant="quiet">
            Add
          </Button>
        }
      >
        {TABS.map(({ value, label }) => (
          <TabPanel key={value} value={value}>
            <p className="kit-note">What {label.toLowerCase()} shows.</p>
          </TabPanel>
        ))}
      </Tabs>
    </Specimen>
  )
}
