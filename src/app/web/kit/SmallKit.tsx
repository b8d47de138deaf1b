import { Bell } from 'lucide-react'
import { Chip } from '#ui/Chip.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Kbd } from '#ui/Kbd.tsx'
import { Mark } from '#ui/Mark.tsx'
import { RedDot } from '#ui/RedDot.tsx'
import { KitSection, Specimen } from './KitSection.tsx'

export function SmallKit() {
  return (
    <KitSection id="small" title="Small parts">
      <Specimen says="Chip: plain, accent, waiting, bad">
        <Chip>248</Chip>
        <Chip tone="accent">Beta</Chip>
        <Chip tone="waiting">Transcribing</Chip>
        <Chip tone="bad">No speech found</Chip>
      </Specimen>
      <Specimen says="Chip with a folder's colour; too long for its place">
        <Chip dot="var(--s1)">Research interviews</Chip>
        <div style={{ width: '9rem' }}>
          <Chip dot="var(--s3)">Lectures, autumn term, second half</Chip>
        </div>
      </Specimen>
      <Specimen says="Kbd">
        <span>
          <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
        </span>
        <span>
          <Kbd>Space</Kbd>
        </span>
      </Specimen>
      <Specimen says="RedDot: not looked at yet">
        <span style={{ position: 'relative', display: 'inline-flex' }}>
          <IconButton label="Notices" icon={<Bell aria-hidden />} />
          <RedDot />
        </span>
      </Specimen>
      <Specimen says="Mark, alone and with the name">
        <Mark />
        <Mark name />
      </Specimen>
    </KitSection>
  )
}
