import { Ellipsis, FolderInput, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuSeparator, MenuSub } from '#ui/Menu.tsx'
import { TabPanel, Tabs } from '#ui/Tabs.tsx'
import { Tooltip } from '#ui/Tooltip.tsx'
import { KitSection, Specimen } from './KitSection.tsx'

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

export function MenusKit() {
  return (
    <KitSection
      id="menus"
      title="Menus, tabs, tooltips"
      note="Arrows move, first letters find, Enter picks, Esc closes and gives the focus back."
    >
      <FullMenu />
      <Specimen says="Menu at a button with words">
        <Menu trigger={<Button>Export</Button>}>
          <MenuItem>As text</MenuItem>
          <MenuItem>As subtitles</MenuItem>
        </Menu>
      </Specimen>
      <Specimen says="Tooltip: by pointer or by focus; with a key">
        <Tooltip label="Goes to the trash">
          <Button>Hover me</Button>
        </Tooltip>
        <Tooltip label="Play" shortcut="Space" side="right">
          <Button>Or me</Button>
        </Tooltip>
      </Specimen>
      <OpenTabs />
    </KitSection>
  )
}

function FullMenu() {
  const [sort, setSort] = useState<'date' | 'name'>('date')
  const [done, setDone] = useState('nothing yet')
  return (
    <Specimen says="Menu: items with icon, key and reason, a menu within, a group of choices, danger">
      <Menu align="start" trigger={<IconButton label="Actions" icon={<Ellipsis aria-hidden />} />}>
        <MenuItem icon={<Pencil aria-hidden />} shortcut="R" onSelect={() => setDone('rename')}>
          Rename
        </MenuItem>
        <MenuItem disabledBecause="There is no text yet">Export</MenuItem>
        <MenuSub icon={<FolderInput aria-hidden />} label="Move to">
          <MenuItem onSelect={() => setDone('moved to Research')}>Research interviews</MenuItem>
          <MenuItem onSelect={() => setDone('moved to Weekly')}>Weekly stand-ups</MenuItem>
        </MenuSub>
        <MenuSeparator />
        <MenuGroup label="Sort">
          <MenuChoice value={sort} options={SORTS} onChange={setSort} />
        </MenuGroup>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setDone('deleted')}>
          Move to trash
        </MenuItem>
      </Menu>
      <output>Last: {done}</output>
    </Specimen>
  )
}

function OpenTabs() {
  const [tab, setTab] = useState<Tab>('summary')
  return (
    <Specimen wide says="Tabs: arrows move, Enter opens; more than fit can be scrolled">
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
